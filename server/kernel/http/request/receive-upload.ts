import type { IncomingMessage } from 'node:http'
import busboy from 'busboy'
import { type ApiError, badRequest } from '../../../../api/errors.ts'
import type { Actor } from '../../actor.ts'
import type { SavedFile } from '../../files/file-store.ts'
import { addField } from './form.ts'
import { BODY_LIMIT } from './request-body.ts'

/** An operation's rules for the one file that it takes. */
export interface UploadRules<Caller = Actor> {
  /** Throws if this caller may not upload anything. Called before the body is read. */
  readonly admit?: (caller: Caller) => void
  /** The limit of the file alone. */
  readonly mostBytes: number
  readonly tooLarge: () => ApiError
  /** Absent where the file may be left out. */
  readonly missing?: () => ApiError
  readonly several: () => ApiError
}

/** The stored file with the client's name and type for it. Neither can be trusted. */
export interface ReceivedFile extends SavedFile {
  readonly filename: string
  readonly type: string
}

/** A page sends this for a field where nobody chose a file. */
const isNotChosen = ({ filename, size }: ReceivedFile): boolean => filename === '' && size === 0

export interface ReceivedForm {
  readonly fields: ReadonlyMap<string, string>
  readonly file: ReceivedFile | null
}

/** The destination of the file. */
export interface UploadSink {
  save(source: AsyncIterable<Uint8Array>): Promise<SavedFile>
  discard(file: SavedFile): Promise<void>
}

/** The client disconnected before the end of the body, so there is no answer. */
export class ClientGone extends Error {
  override name = 'ClientGone'
}

const MAX_FORM_FIELDS = 100
const MAX_FIELD_BYTES = 65_536

const broken = () => badRequest('The body is not valid multipart/form-data')
const tooManyParts = () => badRequest(`Too many parts in the form (limit: ${MAX_FORM_FIELDS})`)

/** The parser reports a limit when it is reached, and we refuse when it is exceeded. */
const limitsOf = ({ mostBytes }: UploadRules): busboy.Limits => ({
  files: 1,
  fileSize: mostBytes + 1,
  fields: MAX_FORM_FIELDS,
  fieldSize: MAX_FIELD_BYTES + 1,
  parts: MAX_FORM_FIELDS + 2,
})

function createParser(request: IncomingMessage, rules: UploadRules): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, limits: limitsOf(rules), defParamCharset: 'utf8' })
  } catch {
    // The boundary is missing or invalid.
    throw broken()
  }
}

/** Undefined if the part does not have it, or names an unknown character set. */
type Text = string | undefined

function takeField(fields: Map<string, string>, name: Text, value: Text, isCut: boolean): void {
  if (name === undefined || value === undefined) throw broken()
  // The parser inserts this character for bytes that are not text.
  if (name.includes('\ufffd') || value.includes('\ufffd')) throw badRequest('The body is not valid UTF-8')
  if (isCut) throw badRequest(`${name} is too long (limit: ${MAX_FIELD_BYTES} bytes)`)
  addField(fields, name, value)
}

/**
 * Reads a form while it arrives. The file goes to the sink in pieces, no faster than the sink takes them. If the form
 * is refused, nothing of the file is left when the error is thrown. The rest of the body is still read and discarded,
 * because a client that is still sending would not receive the answer.
 */
export async function receiveUpload(
  request: IncomingMessage,
  rules: UploadRules,
  sink: UploadSink,
): Promise<ReceivedForm> {
  const mostBytes = rules.mostBytes + BODY_LIMIT
  if (Number(request.headers['content-length']) > mostBytes) throw rules.tooLarge()
  const parser = createParser(request, rules)
  const fields = new Map<string, string>()
  let saving: Promise<ReceivedFile | null> = Promise.resolve(null)
  let received = 0
  // The first error counts. The code after this runs in a later turn, when the parser is idle.
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('file', (_name, stream, { filename = '', mimeType }) => {
      // The reader gets the error. Before it reads, an error without a listener would end the process.
      stream.on('error', () => {})
      stream.on('limit', () => reject(rules.tooLarge()))
      saving = sink.save(stream).then((saved) => ({ ...saved, filename, type: mimeType }))
      saving.catch(reject)
    })
    parser.on('field', (name, value, { valueTruncated }) => {
      try {
        takeField(fields, name, value, valueTruncated)
      } catch (error) {
        reject(error)
      }
    })
    parser.on('filesLimit', () => reject(rules.several()))
    parser.on('fieldsLimit', () => reject(tooManyParts()))
    parser.on('partsLimit', () => reject(tooManyParts()))
    parser.on('error', () => reject(broken()))
    parser.on('finish', resolve)
    request.on('close', () => request.complete || reject(new ClientGone()))
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > mostBytes) reject(rules.tooLarge())
    })
    request.pipe(parser)
  })
  try {
    await parsed
    const file = await saving
    if (!file || rules.missing || !isNotChosen(file)) return { fields, file }
    await sink.discard(file)
    return { fields, file: null }
  } catch (error) {
    request.unpipe(parser)
    request.resume()
    parser.destroy()
    const saved = await saving.catch(() => null)
    if (saved) await sink.discard(saved)
    throw error
  }
}
