import type { Chunks } from './file-store.ts'

const BLOCK_BYTES = 1_048_576

/**
 * Joins chunks to blocks of about a megabyte, because each write costs a change of threads. Returns no block before
 * `ready`, but reads the source meanwhile.
 */
export async function* gatherChunks(source: Chunks, ready: Promise<unknown>): AsyncGenerator<Uint8Array> {
  let block: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    block.push(chunk)
    bytes += chunk.length
    if (bytes < BLOCK_BYTES) continue
    await ready
    yield joined(block)
    block = []
    bytes = 0
  }
  await ready
  if (bytes > 0) yield joined(block)
}

const joined = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
