import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip file that a test writes. The optional parts make it a hostile one. */
export interface ZipEntry {
  readonly name: string
  readonly content?: string | Uint8Array
  /** Mode bits of Unix, such as those of a link. */
  readonly mode?: number
  /** The size that the directory claims. */
  readonly claims?: number
  /** The checksum that the directory claims. */
  readonly crc?: number
  /** Bit 0: encrypted. */
  readonly flags?: number
  readonly method?: number
  /** Reads the bytes of the entry before instead of its own. */
  readonly sharesBytes?: boolean
}

const UTF8_NAME = 0x800
const DEFLATED = 8
const MADE_BY_UNIX = 3

/** A zip file with these entries, in this order. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  let last = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content ?? '')
    const packed = deflateRawSync(content)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(UTF8_NAME | (entry.flags ?? 0), 2)
    shared.writeUInt16LE(entry.method ?? DEFLATED, 4)
    shared.writeUInt32LE(entry.crc ?? crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(entry.claims ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    if (!entry.sharesBytes) {
      last = at
      const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed])
      bodies.push(body)
      at += body.length
    }
    const head = Buffer.alloc(46)
    head.write('PK\x01\x02', 0, 'latin1')
    head.writeUInt16LE((MADE_BY_UNIX << 8) | 20, 4)
    shared.copy(head, 6)
    head.writeUInt32LE(((entry.mode ?? 0o100_644) << 16) >>> 0, 38)
    head.writeUInt32LE(last, 42)
    directory.push(head, name)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}
