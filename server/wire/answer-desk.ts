import type { Socket } from 'node:net'
import { writeStraight } from './straight-write.ts'

/** Some fifty events. What is larger is rare enough to be a string of its own. */
const DESK_BYTES = 65_536

/** Where answers are put together: joined as text, each of ten thousand would be a string of its own to collect. */
const desk = Buffer.allocUnsafeSlow(DESK_BYTES)
let filled = 0
const receivers: Socket[] = []
const ends: number[] = []
/** What was laid down last, whether or not it has left. */
let last = { head: '', body: [] as readonly string[], lengths: [] as readonly number[], at: 0 }

/** Head and body in one write. */
export function write(socket: Socket, head: string, body: readonly string[], bytes: number): void {
  layOrWrite(socket, head, body, bytes)
  clear()
}

/**
 * The same for answers of which there are thousands at once. They leave in bursts, at the latest at the end of this turn:
 * one write right after the other takes the system less than writes with our work in between.
 */
export function writeInBurst(socket: Socket, head: string, body: readonly string[], bytes: number): void {
  if (receivers.length === 0) process.nextTick(clear)
  layOrWrite(socket, head, body, bytes)
}

function layOrWrite(socket: Socket, head: string, body: readonly string[], bytes: number): void {
  const length = head.length + bytes
  const encoding = encodingOf(body, bytes)
  if (filled + length > DESK_BYTES) clear()
  if (length > DESK_BYTES) {
    socket.write(head + body.join(''), encoding)
    return
  }
  if (!layLikeLast(head, body, length)) lay(head, body, encoding)
  receivers.push(socket)
  ends.push(filled)
}

function lay(head: string, body: readonly string[], encoding: 'latin1' | 'utf8'): void {
  const at = filled
  filled += desk.write(head, at, 'latin1')
  const lengths: number[] = []
  for (const piece of body) {
    const length = desk.write(piece, filled, encoding)
    lengths.push(length)
    filled += length
  }
  last = { head, body, lengths, at }
}

/** Nearly all answers of a fan-out differ from the one before in the queue's id alone: the rest is copied in one go. */
function layLikeLast(head: string, body: readonly string[], length: number): boolean {
  if (!isLikeLast(head, body)) return false
  desk.copyWithin(filled, last.at, last.at + length)
  let at = filled + head.length
  for (let i = 0; i < body.length; i += 1) {
    if (body[i] !== last.body[i]) desk.write(body[i]!, at, 'utf8')
    at += last.lengths[i]!
  }
  last.body = body
  last.at = filled
  filled += length
  return true
}

function isLikeLast(head: string, body: readonly string[]): boolean {
  if (head !== last.head || body.length !== last.body.length) return false
  for (let i = 0; i < body.length; i += 1)
    if (body[i] !== last.body[i] && Buffer.byteLength(body[i]!) !== last.lengths[i]) return false
  return true
}

function clear(): void {
  let from = 0
  for (let i = 0; i < receivers.length; i += 1) {
    const to = ends[i]!
    writeStraight(receivers[i]!, desk, from, to)
    from = to
  }
  filled = 0
  receivers.length = 0
  ends.length = 0
}

/** As many bytes as characters: plain ASCII, which needs no encoding. */
function encodingOf(body: readonly string[], bytes: number): 'latin1' | 'utf8' {
  let length = 0
  for (const piece of body) length += piece.length
  return bytes === length ? 'latin1' : 'utf8'
}
