import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/**
 * Writes to a connection past its stream, which costs about half of what the system's own work costs and leaves objects
 * behind. The system nearly always takes everything at once; what it does not take goes the stream's way, as a copy, so
 * that the caller can use its bytes again. See docs/adr/0044.
 */
export function writeDirectly(connection: Duplex, bytes: Buffer, from = 0, to = bytes.length): void {
  const taken = takenAtOnce(connection, bytes, from, to)
  if (from + taken < to) connection.write(Buffer.from(bytes.subarray(from + taken, to)))
}

function takenAtOnce(connection: Duplex, bytes: Buffer, from: number, to: number): number {
  const descriptor = descriptorOf(connection)
  // Data that waits in the stream goes first.
  if (descriptor < 0 || connection.writableLength > 0) return 0
  try {
    return writeSync(descriptor, bytes, from, to - from)
  } catch {
    // The socket is full or closed. The stream handles both.
    return 0
  }
}

/**
 * The file descriptor, or a negative number. Only a plain connection is written to directly: an encrypted one has a
 * descriptor too.
 */
function descriptorOf(connection: Duplex): number {
  if (Object.getPrototypeOf(connection) !== Socket.prototype) return -1
  const { _handle } = connection as Duplex & { readonly _handle: { readonly fd: number } | null }
  return _handle ? _handle.fd : -1
}
