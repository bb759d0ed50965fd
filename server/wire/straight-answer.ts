import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { write, writeInBurst } from './answer-desk.ts'

/**
 * Answers written past node's response objects: writing a head and finishing a response costs node several times what
 * the bytes cost. So head and body leave in one write, the same bytes that node would write, and node hears afterwards
 * that the response is finished. See docs/adr/0015.
 */
const STATUS_LINE = 'HTTP/1.1 200 OK\r\n'
/** What node would add, with the keep-alive time of server.ts in whole seconds. */
const CLOSING_LINES = '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n\r\n'
const MOST_FINISHING = 16

export const headLines = (headers: readonly string[]): string => {
  let text = ''
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return text
}

/** One message answers thousands of waiting polls: their bytes leave first, and node hears of it when there is time. */
export type Finish = 'now' | 'later'

/** False when the connection is not in the ordinary state: then node writes the answer. */
export function answerStraight(
  response: ServerResponse,
  lines: string,
  body: readonly string[],
  bytes: number,
  finishing: Finish,
): boolean {
  const { socket } = response
  if (!isOrdinary(response) || !(socket instanceof Socket) || !socket.writable) return false
  const head = headFor(lines, bytes)
  if (finishing === 'now') {
    write(socket, head, body, bytes)
    finish(response)
  } else {
    writeInBurst(socket, head, body, bytes)
    finishLater(response)
  }
  return true
}

const lastText = { text: '', bytes: 0 }

/** Thousands of answers in a row hold the very same text: it is measured once. */
export function bytesOf(text: string): number {
  if (text !== lastText.text) Object.assign(lastText, { text, bytes: Buffer.byteLength(text) })
  return lastText.bytes
}

const lastHead = { lines: '', bytes: -1, date: '', head: '' }

/** So do they have the same head. */
function headFor(lines: string, bytes: number): string {
  const date = httpDate()
  if (lastHead.lines !== lines || lastHead.bytes !== bytes || lastHead.date !== date) {
    const head = `${STATUS_LINE}${lines}Content-Length: ${bytes}\r\nDate: ${date}${CLOSING_LINES}`
    Object.assign(lastHead, { lines, bytes, date, head })
  }
  return lastHead.head
}

/** The request has been read to its end, the connection stays open afterwards, and nothing was written yet. */
const isOrdinary = ({ req, headersSent, shouldKeepAlive }: ServerResponse): boolean =>
  req.complete && shouldKeepAlive && !headersSent && req.method !== 'HEAD'

/** A connection that counts as idle may be closed, so nothing may be left in it. */
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

/** Few at a time, so that a fan-out under way goes first. A request that came meanwhile waits, as a pipelined one does. */
function finishSome(): void {
  const end = Math.min(answered.length, finished + MOST_FINISHING)
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
