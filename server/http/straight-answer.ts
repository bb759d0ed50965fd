import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * Answers written past node's response objects. One message answers thousands of waiting polls, and writing a head and
 * finishing a response costs node several times what the bytes cost. So the bytes leave first, in one write per
 * connection, and node hears that the response is finished when there is time. See docs/adr/0015.
 */
const STATUS_LINE = 'HTTP/1.1 200 OK\r\n'
/** What node would add, with the keep-alive time of server.ts in whole seconds. */
const CLOSING_LINES = '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\nContent-Length: '
const MOST_FINISHING = 16

export const headLines = (headers: readonly string[]): string => {
  let text = ''
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return text
}

/** False when the connection is not in the ordinary state: then node writes the answer. */
export function answerStraight(response: ServerResponse, lines: string, body: string, bytes: number): boolean {
  const { socket } = response
  if (!isOrdinary(response) || !(socket instanceof Socket) || !socket.writable) return false
  // As many bytes as characters: plain ASCII, which needs no encoding.
  socket.write(headFor(lines, bytes) + body, bytes === body.length ? 'latin1' : 'utf8')
  finishLater(response)
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
    const head = `${STATUS_LINE}${lines}Date: ${date}${CLOSING_LINES}${bytes}\r\n\r\n`
    Object.assign(lastHead, { lines, bytes, date, head })
  }
  return lastHead.head
}

/** It is this connection's turn, the connection stays open afterwards, and nothing was written yet. */
const isOrdinary = ({ req, headersSent, shouldKeepAlive }: ServerResponse): boolean =>
  req.method === 'GET' && shouldKeepAlive && !headersSent

let written: ServerResponse[] = []
let finished = 0

function finishLater(response: ServerResponse): void {
  if (written.push(response) === 1) setImmediate(finishSome)
}

/** Few at a time, so that a fan-out under way goes first. A request that came meanwhile waits, as a pipelined one does. */
function finishSome(): void {
  const end = Math.min(written.length, finished + MOST_FINISHING)
  for (; finished < end; finished += 1) written[finished]?.emit('finish')
  if (finished < written.length) {
    setImmediate(finishSome)
    return
  }
  written = []
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
