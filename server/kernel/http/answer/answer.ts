import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '../../../../api/errors.ts'
import { answerDirectly } from '../../wire/direct-answer.ts'
import type { When } from '../../wire/write-answer.ts'
import { type Compression, compressed, compressionFor } from './compression.ts'
import { headLines } from './head-lines.ts'

/** The headers of every answer. No cache may store an answer. */
export const ALWAYS = {
  'Cache-Control': 'private, no-cache, no-store, must-revalidate, max-age=0',
  Vary: 'Accept-Language, Accept-Encoding',
  'Content-Language': 'en',
  'X-Content-Type-Options': 'nosniff',
}

const WITHOUT_BODY = Object.entries(ALWAYS).flat()
const COMMON = ['Content-Type', 'application/json', ...WITHOUT_BODY]

export const COMMON_LINES = headLines(COMMON)

const OPENING = '{"result":"success","msg":""'
const OPENING_AND_COMMA = `${OPENING},`

/** The members of the JSON object after those of the envelope, as one text or in pieces: `"id":5` or nothing. */
export type Members = string | readonly string[]

function writeText(response: ServerResponse, status: number, headers: readonly string[], body: string): void {
  const bytes = Buffer.byteLength(body)
  response.writeHead(status, [...COMMON, ...headers, 'Content-Length', `${bytes}`])
  // Text with as many bytes as characters is ASCII and needs no encoding.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8')
}

const closingOf = (ignored: readonly string[]): string =>
  ignored.length === 0 ? '}' : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}`

/** Sends a success. `bytes` is the length of the members, if known. */
export function answerMembers(
  response: ServerResponse,
  headers: readonly string[],
  members: Members,
  ignored: readonly string[],
  bytes = typeof members === 'string' ? Buffer.byteLength(members) : totalBytes(members),
  when: When = 'now',
): void {
  const opening = bytes === 0 ? OPENING : OPENING_AND_COMMA
  const closing = closingOf(ignored)
  const body = typeof members === 'string' ? [opening, members, closing] : [opening, ...members, closing]
  // The text around the members is ASCII, unless it contains names of unknown parameters.
  const length = opening.length + bytes + (ignored.length > 0 ? Buffer.byteLength(closing) : closing.length)
  const encoding = compressionFor(response, length)
  if (encoding) {
    answerCompressed(response, headers, body.join(''), encoding)
    return
  }
  const lines = headers.length === 0 ? COMMON_LINES : COMMON_LINES + headLines(headers)
  if (!answerDirectly(response, lines, body, length, when)) writeText(response, 200, headers, body.join(''))
}

/** The number of bytes written in one turn before other requests are served. */
const BYTES_IN_A_TURN = 524_288

/** Sends a large success as bytes, as fast as the client reads it and without copying. */
export function answerPieces(
  response: ServerResponse,
  headers: readonly string[],
  members: readonly Buffer[],
  ignored: readonly string[],
): void {
  const pieces = [Buffer.from(OPENING_AND_COMMA), ...members, Buffer.from(closingOf(ignored))]
  const encoding = compressionFor(response, lengthOf(pieces))
  if (encoding) answerCompressed(response, headers, pieces, encoding)
  else send(response, headers, pieces).catch((error) => response.destroy(error))
}

/** Sends a success when it is compressed. The client may be gone by then. */
function answerCompressed(
  response: ServerResponse,
  headers: readonly string[],
  body: string | readonly Buffer[],
  encoding: Compression,
): void {
  compressed(body, encoding)
    .then((pieces) => send(response, ['Content-Encoding', encoding, ...headers], pieces))
    .catch((error) => response.destroy(error))
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, piece) => sum + piece.length, 0)

function send(response: ServerResponse, headers: readonly string[], pieces: readonly Buffer[]): Promise<void> {
  response.writeHead(200, [...COMMON, ...headers, 'Content-Length', `${lengthOf(pieces)}`])
  return writePieces(response, pieces)
}

async function writePieces(response: ServerResponse, pieces: readonly Buffer[]): Promise<void> {
  let inTurn = 0
  for (const piece of pieces) {
    if (response.destroyed) return
    inTurn += piece.length
    if (!response.write(piece)) await drained(response)
    if (inTurn < BYTES_IN_A_TURN) continue
    inTurn = 0
    await setImmediate()
  }
  if (!response.destroyed) response.end()
}

/** Also resolves when the connection closes. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
    if (response.destroyed) done()
  })

const totalBytes = (pieces: readonly string[]): number =>
  pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)

export function answerResult(
  response: ServerResponse,
  headers: readonly string[],
  result: Record<string, unknown>,
  ignored: readonly string[],
): void {
  // Nearly every success has an empty `msg`. A result that declares one replaces it.
  if (result['msg'] !== undefined) {
    const unsupported = ignored.length === 0 ? {} : { ignored_parameters_unsupported: ignored }
    answerObject(response, headers, { result: 'success', ...result, ...unsupported })
    return
  }
  const text = JSON.stringify(result)
  answerMembers(response, headers, text.slice(1, -1), ignored)
}

function answerObject(response: ServerResponse, headers: readonly string[], body: Record<string, unknown>): void {
  const text = JSON.stringify(body)
  const encoding = compressionFor(response, Buffer.byteLength(text))
  if (encoding) answerCompressed(response, headers, text, encoding)
  else writeText(response, 200, headers, text)
}

export function answerJson(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: Record<string, unknown>,
): void {
  writeText(response, status, headers, JSON.stringify(body))
}

/** The schemes of WWW-Authenticate. */
export type Challenge = 'Basic' | 'Session'

export function answerError(
  response: ServerResponse,
  headers: readonly string[],
  error: ApiError,
  extra: Record<string, unknown> = {},
  scheme: Challenge = 'Basic',
): void {
  const challenge = error.code === 'UNAUTHORIZED' ? ['WWW-Authenticate', `${scheme} realm="parley"`] : []
  // The contract has one code for something that was left out on purpose, with status 200.
  const result = error.status < 400 ? 'success' : 'error'
  const body = { result, msg: error.message, code: error.code, ...error.data, ...extra }
  answerJson(response, error.status, [...headers, ...challenge], body)
}

/** The methods of a path, as a list and as a header. */
export interface AllowedMethods {
  readonly allowed: readonly string[]
  readonly allow: readonly string[]
}

/** Answers OPTIONS, and methods that the path does not have. */
export function answerMethods(
  response: ServerResponse,
  method: string | undefined,
  { allowed, allow }: AllowedMethods,
): void {
  if (method === 'OPTIONS') response.writeHead(204, [...allow, ...WITHOUT_BODY]).end()
  else {
    const refusal = new ApiError('BAD_REQUEST', 'Method Not Allowed', {
      status: 405,
      data: { allowed_methods: allowed },
    })
    answerError(response, allow, refusal)
  }
}
