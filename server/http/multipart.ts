import { isUtf8 } from 'node:buffer'
import type { UploadedFile } from '../../api/contract.ts'
import { badRequest } from '../../api/errors.ts'
import { addField } from './form.ts'

/** A form without fields: nothing at all, or only the closing line. The runtime's parser refuses both. */
function isEmpty(body: Buffer, contentType: string): boolean {
  if (body.length === 0) return true
  const [, quoted, plain] = /boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? []
  return body.toString('latin1').trim() === `--${quoted ?? plain}--`
}

async function readFormData(body: Buffer, contentType: string): Promise<FormData> {
  if (isEmpty(body, contentType)) return new FormData()
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw badRequest('The body is not valid multipart/form-data')
  }
}

/**
 * A whole multipart body that is already in memory, bounded by the limit of forms. The runtime's own parser does it:
 * a streaming one costs every request two hooks, and these clients use multipart for everything, files or not.
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
  // The parser would replace broken characters silently. The bytes of a file may be anything.
  if (!hasFile && !isUtf8(body)) throw badRequest('The body is not valid UTF-8')
  return fields
}
