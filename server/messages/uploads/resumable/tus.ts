import { ApiError, badRequest } from '../../../../api/errors.ts'

/** The version of the tus protocol. */
export const VERSION = '1.0.0'
const TUS = { 'Tus-Resumable': VERSION }
export const EXTENSIONS = 'creation,termination,expiration'
export const BYTES = 'application/offset+octet-stream'

export interface TusAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json?: object
}

const MAX_METADATA_LENGTH = 8_192

export const answerOf = (status: number, headers: Readonly<Record<string, string>> = {}, json?: object): TusAnswer => ({
  status,
  headers: { ...TUS, ...headers },
  ...(json === undefined ? {} : { json }),
})

/** The same JSON as everywhere, with the header of the protocol. */
export const refusalOf = ({ status, code, message, data }: ApiError): TusAnswer =>
  answerOf(status, status === 412 ? { 'Tus-Version': VERSION } : {}, { result: 'error', msg: message, code, ...data })

const refusal = (status: number, text: string) => new ApiError('BAD_REQUEST', text, { status })

export const notFound = () => refusal(404, 'Upload not found')
export const wrongVersion = () => refusal(412, `Tus-Resumable must be ${VERSION}`)
export const wrongType = () => refusal(415, `Content-Type must be ${BYTES}`)
export const wrongOffset = () => refusal(409, 'Upload-Offset does not match the upload')
export const tooMuch = (text: string) => refusal(413, text)

/** A number of bytes in a header. */
export function readCount(name: string, text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw badRequest(`${name} must be a number of bytes`)
  return Number(text)
}

/** NUL cannot be stored, and no name needs the others. */
const CONTROLS = /\p{Cc}/gu

/** Names and values of `Upload-Metadata`, the values in base64. */
export function readMetadata(text = ''): ReadonlyMap<string, string> {
  if (text.length > MAX_METADATA_LENGTH) throw badRequest('Upload-Metadata is too long')
  const pairs = text.split(',').map((pair) => pair.trim().split(/\s+/))
  const decoded = (value: string) => Buffer.from(value, 'base64').toString('utf8').replaceAll(CONTROLS, '')
  return new Map(pairs.map(([name = '', value = '']) => [name, decoded(value)]))
}
