import type { Socket } from 'node:net'
import { writeDirectly } from './direct-write.ts'

/** About fifty events. Larger answers are rare and are written as separate strings. */
const BUFFER_BYTES = 65_536

/** Answers are encoded into one shared buffer. Ten thousand strings would have to be garbage-collected. */
const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
let filled = 0
const receivers: Socket[] = []
const ends: number[] = []

/** One message answers thousands of waiting polls. Their answers are written later, together. */
export type When = 'now' | 'later'

/**
 * Writes head and body together. 'later' writes leave at the end of this turn at the latest, because consecutive writes
 * cost the system less than writes with other work in between.
 */
export function writeAnswer(socket: Socket, head: string, body: readonly string[], bytes: number, when: When): void {
  if (when === 'later' && receivers.length === 0) process.nextTick(flush)
  const length = head.length + bytes
  const encoding = encodingOf(body, bytes)
  if (filled + length > BUFFER_BYTES) flush()
  if (length > BUFFER_BYTES) {
    socket.write(head + body.join(''), encoding)
    return
  }
  filled += buffer.write(head, filled, 'latin1')
  for (const piece of body) filled += buffer.write(piece, filled, encoding)
  receivers.push(socket)
  ends.push(filled)
  if (when === 'now') flush()
}

function flush(): void {
  let from = 0
  for (let i = 0; i < receivers.length; i += 1) {
    const to = ends[i]!
    writeDirectly(receivers[i]!, buffer, from, to)
    from = to
  }
  filled = 0
  receivers.length = 0
  ends.length = 0
}

/** Text with as many bytes as characters is plain ASCII and needs no encoding. */
function encodingOf(body: readonly string[], bytes: number): 'latin1' | 'utf8' {
  let length = 0
  for (const piece of body) length += piece.length
  return bytes === length ? 'latin1' : 'utf8'
}
