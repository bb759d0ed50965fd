import type { Socket } from 'node:net'
import { writeStraight } from '../straight-write.ts'

/** Some fifty events. What is larger is rare enough to be a string of its own. */
const DESK_BYTES = 65_536

/** Where answers are put together: joined as text, each of ten thousand would be a string of its own to collect. */
const desk = Buffer.allocUnsafeSlow(DESK_BYTES)
let filled = 0
const receivers: Socket[] = []
const ends: number[] = []

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
  if (length > DESK_BYTES) {
    socket.write(head + body.join(''), encoding)
    return
  }
  if (filled + length > DESK_BYTES) clear()
  filled += desk.write(head, filled, 'latin1')
  for (const piece of body) filled += desk.write(piece, filled, encoding)
  receivers.push(socket)
  ends.push(filled)
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
