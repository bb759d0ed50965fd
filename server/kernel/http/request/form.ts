import { isUtf8 } from 'node:buffer'
import { badRequest } from '../../../../api/errors.ts'

/** Far more than any operation has. Each field takes time to read. */
export const MAX_FIELDS = 1000

export const tooManyFields = () => badRequest(`Too many parameters (limit: ${MAX_FIELDS})`)

const [AMPERSAND, EQUALS, PLUS, PERCENT, BLANK] = [0x26, 0x3d, 0x2b, 0x25, 0x20]
const FIRST_BEYOND_ASCII = 0x80

/** The value of each byte as a hexadecimal digit. 16 for other bytes. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(value) ? 16 : value
})

/** Decodes into one buffer, because decodeURIComponent takes several times as long. */
class Decoder {
  readonly #bytes: Buffer
  readonly #decoded: Buffer
  readonly #where: string

  constructor(bytes: Buffer, where: string) {
    this.#bytes = bytes
    this.#decoded = Buffer.allocUnsafe(bytes.length)
    this.#where = where
  }

  /**
   * Scripts send texts such as `95% full` without encoding them. A percent sign that escapes nothing stands for itself.
   */
  decode(start: number, end: number): string {
    const bytes = this.#bytes
    const decoded = this.#decoded
    let length = 0
    let isAscii = true
    for (let at = start; at < end; at += 1) {
      let byte = bytes[at]!
      if (byte === PLUS) byte = BLANK
      else if (byte === PERCENT && at + 2 < end) {
        const [high, low] = [DIGITS[bytes[at + 1]!]!, DIGITS[bytes[at + 2]!]!]
        if (high < 16 && low < 16) {
          byte = high * 16 + low
          at += 2
        }
      }
      if (byte >= FIRST_BEYOND_ASCII) isAscii = false
      decoded[length] = byte
      length += 1
    }
    if (isAscii) return decoded.toString('latin1', 0, length)
    if (!isUtf8(decoded.subarray(0, length))) throw badRequest(`The ${this.#where} is not valid percent-encoded UTF-8`)
    return decoded.toString('utf8', 0, length)
  }
}

/** Parses `a=1&b=2` strictly: invalid or repeated fields are refused. */
function parseForm(bytes: Buffer, where: 'query' | 'body'): Map<string, string> {
  const fields = new Map<string, string>()
  const decoder = new Decoder(bytes, where)
  let parts = 0
  for (let start = 0; start < bytes.length; ) {
    parts += 1
    if (parts > MAX_FIELDS) throw tooManyFields()
    const next = bytes.indexOf(AMPERSAND, start)
    const end = next < 0 ? bytes.length : next
    let sign = start
    while (sign < end && bytes[sign] !== EQUALS) sign += 1
    if (end > start) addField(fields, decoder.decode(start, sign), decoder.decode(sign + 1, end))
    start = end + 1
  }
  return fields
}

/** The bytes of an address are one character each. */
export const parseQuery = (query: string): Map<string, string> => parseForm(Buffer.from(query, 'latin1'), 'query')

export function parseFormBody(body: Buffer): Map<string, string> {
  requireUtf8(body)
  return parseForm(body, 'body')
}

export function addField<Value>(fields: Map<string, Value>, name: string, value: Value): void {
  if (fields.has(name)) throw badRequest(`Parameter '${name}' was given more than once`)
  if (fields.size >= MAX_FIELDS) throw tooManyFields()
  fields.set(name, value)
}

export function readText(body: Buffer): string {
  requireUtf8(body)
  return body.toString('utf8')
}

function requireUtf8(body: Buffer): void {
  if (!isUtf8(body)) throw badRequest('The body is not valid UTF-8')
}
