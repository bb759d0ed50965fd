import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type When, writeAnswer } from './write-answer.ts'

const STATUS_LINE = 'HTTP/1.1 200 OK\r\n'
/** The lines that node would add, with the keep-alive time of server.ts in whole seconds. */
const CLOSING_LINES = '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n\r\n'
const MAX_FINISHING_ANSWERS = 16

/**
 * Writes an answer past node's response object, whose head and end cost several times what the bytes cost. The bytes are
 * those that node would write. Node learns afterwards that the response is finished. False when the connection is not in
 * the ordinary state: then node has to write the answer. See docs/adr/0044.
 */
export function answerDirectly(
  response: ServerResponse,
  lines: string,
  body: readonly string[],
  bytes: number,
  when: When,
): boolean {
  const { socket } = response
  if (!isOrdinary(response) || !(socket instanceof Socket) || !socket.writable) return false
  const head = headFor(lines, bytes)
  writeAnswer(socket, head, body, bytes, when)
  if (when === 'now') finish(response)
  else finishLater(response)
  return true
}

const lastHead = { lines: '', bytes: -1, date: '', head: '' }

/** Thousands of consecutive answers have the same head. */
function headFor(lines: string, bytes: number): string {
  const date = httpDate()
  if (lastHead.lines !== lines || lastHead.bytes !== bytes || lastHead.date !== date) {
    const head = `${STATUS_LINE}${lines}Content-Length: ${bytes}\r\nDate: ${date}${CLOSING_LINES}`
    Object.assign(lastHead, { lines, bytes, date, head })
  }
  return lastHead.head
}

/** True if the request was read to its end, the connection stays open afterwards, and nothing was written yet. */
const isOrdinary = ({ req, headersSent, shouldKeepAlive }: ServerResponse): boolean =>
  req.complete && shouldKeepAlive && !headersSent && req.method !== 'HEAD'

/** An idle connection may be closed, so all data must be sent first. */
function finish(response: ServerResponse): void {
  const { socket } = response
  if (!socket || socket.writableLength === 0) response.emit('finish')
  else socket.write('', (error) => error ?? response.emit('finish'))
}

let answered: ServerResponse[] = []
let finished = 0

function finishLater(response: ServerResponse): void {
  if (answered.push(response) === 1) setImmediate(finishSome)
}

/**
 * Finishes a few at a time, so that a running fan-out goes first. A request that arrives meanwhile waits, like a
 * pipelined one.
 */
function finishSome(): void {
  const end = Math.min(answered.length, finished + MAX_FINISHING_ANSWERS)
  for (; finished < end; finished += 1) finish(answered[finished] as ServerResponse)
  if (finished < answered.length) {
    setImmediate(finishSome)
    return
  }
  answered = []
  finished = 0
}

let dateSecond = 0
let dateText = ''

function httpDate(): string {
  const now = Date.now()
  if (now - dateSecond >= 1000 || now < dateSecond) {
    dateSecond = now - (now % 1000)
    dateText = new Date(now).toUTCString()
  }
  return dateText
}
