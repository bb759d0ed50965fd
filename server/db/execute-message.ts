const BIND = 0x42
/** Execute of the unnamed portal to its end, then sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])
/** Type, length, the unnamed portal, the end of the statement's name, three counts, and the format of the rows. */
const FIXED_BYTES = 1 + 4 + 1 + 1 + 3 * 2 + 2
/** Each value has a format and a length. */
const BYTES_BESIDE_VALUE = 2 + 4
const TEXT = 0
const NULL_LENGTH = -1

/**
 * The messages of the protocol that run a prepared statement with these values, in one piece: the driver would make,
 * copy and write each on its own.
 */
export function executeMessage(statement: string, values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? NULL_LENGTH : Buffer.byteLength(value)))
  const bytesOfValues = lengths.reduce((sum, length) => sum + BYTES_BESIDE_VALUE + Math.max(length, 0), 0)
  const bytesOfBind = FIXED_BYTES + Buffer.byteLength(statement) + bytesOfValues
  const message = Buffer.allocUnsafe(bytesOfBind + EXECUTE_AND_SYNC.length)
  message[0] = BIND
  // The length counts itself, but not the type before it.
  let at = message.writeInt32BE(bytesOfBind - 1, 1)
  message[at++] = 0
  at += message.write(statement, at)
  message[at++] = 0
  at = message.writeInt16BE(values.length, at)
  for (let left = values.length; left > 0; left -= 1) at = message.writeInt16BE(TEXT, at)
  at = message.writeInt16BE(values.length, at)
  for (const [index, value] of values.entries()) {
    at = message.writeInt32BE(lengths[index]!, at)
    if (value !== null) at += message.write(value, at)
  }
  at = message.writeInt16BE(1, at)
  at = message.writeInt16BE(TEXT, at)
  EXECUTE_AND_SYNC.copy(message, at)
  return message
}
