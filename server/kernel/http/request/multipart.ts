import { isUtf8 } from 'node:buffer'
import type { UploadedFile } from '../../../../api/contract.ts'
import { badRequest } from '../../../../api/errors.ts'
import { addField, MAX_FIELDS, tooManyFields } from './form.ts'

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** Longer than any boundary with the characters around it. */
const LONGEST_CLOSING = 1_000

/** True for a form without fields: an empty body or only the closing line. The runtime's parser refuses both. */
const isEmpty = (body: Buffer, boundary: string | undefined): boolean =>
  body.length === 0 || (body.length < LONGEST_CLOSING && body.toString('latin1').trim() === `--${boundary}--`)

/** Runs before the parser, which would create an object for each part. */
function requireFewParts(body: Buffer, boundary: string | undefined): void {
  if (!boundary) return
  const line = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // One more for the closing line. The fields themselves are counted when they are added.
  let most = MAX_FIELDS + 1
  for (let at = body.indexOf(line); at >= 0; at = body.indexOf(line, at + line.length)) {
    if (most === 0) throw tooManyFields()
    most -= 1
  }
}

async function readFormData(body: Buffer, contentType: string): Promise<FormData> {
  const boundary = boundaryOf(contentType)
  if (isEmpty(body, boundary)) return new FormData()
  requireFewParts(body, boundary)
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw badRequest('The body is not valid multipart/form-data')
  }
}

/**
 * Parses a complete multipart body in memory, limited by the size of forms. It uses the runtime's parser. A streaming
 * parser would cost every request two hooks, and these clients use multipart for everything, even without files.
 */
export async function parseMultipart(body: Buffer, contentType: string): Promise<Map<string, string | UploadedFile>> {
  const fields = new Map<string, string | UploadedFile>()
  let hasFile = false
  for (const [name, value] of await readFormData(body, contentType)) {
    if (typeof value === 'string') addField(fields, name, value)
    else {
      hasFile = true
      const bytes = new Uint8Array(await value.arrayBuffer())
      addField(fields, name, { filename: value.name, type: value.type, bytes })
    }
  }
  // The parser would silently replace invalid characters. The bytes of a file may be anything.
  if (!hasFile && !isUtf8(body)) throw badRequest('The body is not valid UTF-8')
  return fields
}
