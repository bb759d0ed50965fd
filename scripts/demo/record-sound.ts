import type { UploadedFile } from '../../api/contract.ts'

const RATE = 8_000
const SECONDS = 45
const HEADER = 44

/** A quiet hum as a WAV file, in place of somebody's voice. */
export function recordSound(name: string): UploadedFile {
  const samples = RATE * SECONDS
  const bytes = Buffer.alloc(HEADER + samples, 128)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(HEADER - 8 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  // Uncompressed, one channel, one byte for each sample.
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++)
    bytes[HEADER + at] = 128 + Math.round(12 * Math.sin((at * 2 * Math.PI * 220) / RATE))
  return { filename: `${name}.wav`, type: 'audio/wav', bytes }
}
