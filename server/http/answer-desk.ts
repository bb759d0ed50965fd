import type { Socket } from 'node:net'

/** For small answers; a connection that does not take its answer keeps the desk under it. */
const DESK_BYTES = 4_096
/** Some hundred events. */
const BURST_BYTES = 262_144

/** Where an answer is put together: joined as text, each of ten thousand would be a string of its own to collect. */
let desk = Buffer.allocUnsafeSlow(DESK_BYTES)
/** The answer that was there last: the next one is often as long. */
let answer = desk

/** Head and body in one write. */
export function write(socket: Socket, head: string, body: readonly string[], bytes: number): void {
  const encoding = encodingOf(body, bytes)
  if (head.length + bytes > DESK_BYTES) {
    socket.write(head + body.join(''), encoding)
    return
  }
  const end = lay(desk, 0, head, body, encoding)
  if (answer.length !== end) answer = desk.subarray(0, end)
  socket.write(answer)
  // What the system has not taken at once still lies here.
  if (socket.writableLength > 0) answer = desk = Buffer.allocUnsafeSlow(DESK_BYTES)
}

let burst = Buffer.alloc(0)
let filled = 0
let receivers: Socket[] = []
let ends: number[] = []

/**
 * The same for answers of which there are thousands at once. They leave in bursts, at the latest at the end of this turn:
 * one write right after the other takes the system less than writes with our work in between, and whoever reads them is
 * woken once for many.
 */
export function writeInBurst(socket: Socket, head: string, body: readonly string[], bytes: number): void {
  const length = head.length + bytes
  if (length > BURST_BYTES) {
    write(socket, head, body, bytes)
    return
  }
  if (filled + length > burst.length) writeBurst()
  if (receivers.length === 0) beginBurst()
  filled = lay(burst, filled, head, body, encodingOf(body, bytes))
  receivers.push(socket)
  ends.push(filled)
}

function beginBurst(): void {
  if (burst.length === 0) burst = Buffer.allocUnsafeSlow(BURST_BYTES)
  process.nextTick(writeBurst)
}

function writeBurst(): void {
  let from = 0
  let isTaken = true
  for (const [index, socket] of receivers.entries()) {
    const to = ends[index]!
    socket.write(burst.subarray(from, to))
    if (socket.writableLength > 0) isTaken = false
    from = to
  }
  if (!isTaken) burst = Buffer.alloc(0)
  filled = 0
  receivers = []
  ends = []
}

/** As many bytes as characters: plain ASCII, which needs no encoding. */
function encodingOf(body: readonly string[], bytes: number): 'latin1' | 'utf8' {
  let length = 0
  for (const piece of body) length += piece.length
  return bytes === length ? 'latin1' : 'utf8'
}

/** Gives where it ends. */
function lay(place: Buffer, from: number, head: string, body: readonly string[], encoding: 'latin1' | 'utf8'): number {
  let at = from + place.write(head, from, 'latin1')
  for (const piece of body) at += place.write(piece, at, encoding)
  return at
}
