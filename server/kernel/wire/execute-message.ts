const BIND = 0x42
/** Execute the unnamed portal to its end, then sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])
/** The bytes of the message without the statement's name and the values. */
const FIXED_BYTES = 64
/** Each value has a format and a length. */
const BYTES_BESIDE_VALUE = 2 + 4
const MAX_BYTES_PER_UNIT = 3
const TEXT = 0
const NULL_LENGTH = -1

/** The buffer for messages. A message's length is known only after writing it, and measuring it first costs more. */
let buffer = Buffer.allocUnsafe(65_536)

/**
 * Builds the protocol messages that run a prepared statement with these values, in one buffer. The driver would build,
 * copy and write each message separately. The result is valid until the next call.
 */
export function executeMessage(statement: string, values: readonly (string | null)[]): Buffer {
  let most = FIXED_BYTES + statement.length * MAX_BYTES_PER_UNIT
  for (const value of values) most += BYTES_BESIDE_VALUE + (value?.length ?? 0) * MAX_BYTES_PER_UNIT
  if (most > buffer.length) buffer = Buffer.allocUnsafe(most)
  buffer[0] = BIND
  // Skip the length, which is written at the end. Then comes the name of the unnamed portal.
  let at = 5
  buffer[at++] = 0
  at += buffer.write(statement, at)
  buffer[at++] = 0
  at = writeInt16(values.length, at)
  for (let left = values.length; left > 0; left -= 1) at = writeInt16(TEXT, at)
  at = writeInt16(values.length, at)
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : buffer.write(value, at + 4)
    at = writeInt32(length, at) + Math.max(length, 0)
  }
  at = writeInt16(1, at)
  at = writeInt16(TEXT, at)
  // The length includes itself, but not the type byte before it.
  writeInt32(at - 1, 1)
  at += EXECUTE_AND_SYNC.copy(buffer, at)
  return buffer.subarray(0, at)
}

function writeInt16(value: number, at: number): number {
  buffer[at] = value >> 8
  buffer[at + 1] = value
  return at + 2
}

function writeInt32(value: number, at: number): number {
  return writeInt16(value, writeInt16(value >> 16, at))
}
