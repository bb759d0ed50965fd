import type { ServerResponse } from 'node:http'
import type { ApiError } from '../../api/errors.ts'
import { answerStraight, type Finish, headLines } from './straight-answer.ts'

/** On every answer of the API. Nothing here may be kept by anyone in between. */
const COMMON = [
  'Content-Type',
  'application/json',
  'Cache-Control',
  'private, no-cache, no-store, must-revalidate, max-age=0',
  'Vary',
  'Accept-Language',
  'Content-Language',
  'en',
  'X-Content-Type-Options',
  'nosniff',
]

const COMMON_LINES = headLines(COMMON)

const OPENING = '{"result":"success","msg":""'
/** Below this, copying into one buffer is cheaper than several writes. */
const ONE_PIECE = 65_536

/** The inside of the JSON object after the envelope's own fields: `"id":5` or nothing. */
export type Members = string | readonly (string | Uint8Array)[]

const byteLength = (piece: string | Uint8Array): number =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength

function writeText(response: ServerResponse, status: number, headers: readonly string[], body: string): void {
  const bytes = Buffer.byteLength(body)
  response.writeHead(status, [...COMMON, ...headers, 'Content-Length', `${bytes}`])
  // As many bytes as characters: plain ASCII, which needs no encoding.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8')
}

const closingOf = (ignored: readonly string[]): string =>
  ignored.length === 0 ? '}' : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}`

const bodyOf = (members: string, ignored: readonly string[]): string =>
  OPENING + (members === '' ? '' : ',') + members + closingOf(ignored)

/** A success whose members are text; `bytes` is their length, if it is known. */
export function answerMemberText(
  response: ServerResponse,
  headers: readonly string[],
  members: string,
  ignored: readonly string[],
  { bytes = Buffer.byteLength(members), finishing = 'now' }: { bytes?: number | undefined; finishing?: Finish } = {},
): void {
  const body = bodyOf(members, ignored)
  // What stands around the members is ASCII, unless it names parameters that nobody knows.
  const length = ignored.length > 0 ? Buffer.byteLength(body) : body.length - members.length + bytes
  const lines = headers.length === 0 ? COMMON_LINES : COMMON_LINES + headLines(headers)
  if (!answerStraight(response, lines, body, length, finishing)) writeText(response, 200, headers, body)
}

export function answerMemberPieces(
  response: ServerResponse,
  headers: readonly string[],
  members: readonly (string | Uint8Array)[],
  ignored: readonly string[],
): void {
  const pieces = [OPENING + (members.length === 0 ? '' : ','), ...members, closingOf(ignored)]
  const length = pieces.reduce((sum, piece) => sum + byteLength(piece), 0)
  response.writeHead(200, [...COMMON, ...headers, 'Content-Length', `${length}`])
  if (length <= ONE_PIECE) {
    response.end(Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))))
    return
  }
  // Large pieces are shared by all who ask for them: hand them on as they are.
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
}

export function answerResult(
  response: ServerResponse,
  headers: readonly string[],
  result: Record<string, unknown>,
  ignored: readonly string[],
): void {
  const text = JSON.stringify(result)
  answerMemberText(response, headers, text.slice(1, -1), ignored)
}

export function answerJson(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: Record<string, unknown>,
): void {
  writeText(response, status, headers, JSON.stringify(body))
}

export function answerError(
  response: ServerResponse,
  headers: readonly string[],
  error: ApiError,
  extra: Record<string, unknown> = {},
): void {
  const challenge = error.code === 'UNAUTHORIZED' ? ['WWW-Authenticate', 'Basic realm="parley"'] : []
  const body = { result: 'error', msg: error.message, code: error.code, ...error.data, ...extra }
  answerJson(response, error.status, [...headers, ...challenge], body)
}

export function answerEmpty(response: ServerResponse, status: number, headers: readonly string[]): void {
  response.writeHead(status, [...headers, ...COMMON.slice(2)])
  response.end()
}
