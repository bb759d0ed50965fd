import { gzipSync } from 'node:zlib'
import { bundled } from './bundle.ts'

export interface Size {
  readonly minified: number
  readonly gzip: number
}

/** The sizes of the engine's parts in bytes. `core` and `emoji` are always loaded, the others on demand. */
export type BundleSizes = Readonly<Record<string, Size>>

export async function bundleSizes(): Promise<BundleSizes> {
  const chunks = await bundled('test/browser/engine.ts', true)
  const entry = chunks.find((chunk) => chunk.fileName === 'entry.js')
  const isCore = (file: string) => file === 'entry.js' || (entry?.imports.includes(file) && file !== 'emoji.js')
  const core = chunks.filter((chunk) => isCore(chunk.fileName))
  const others = chunks.filter((chunk) => !core.includes(chunk))
  return {
    core: sizeOf(core.map((chunk) => chunk.code).join('')),
    ...Object.fromEntries(others.map((chunk) => [chunk.fileName.replace('.js', ''), sizeOf(chunk.code)])),
  }
}

const sizeOf = (code: string): Size => ({
  minified: Buffer.byteLength(code),
  gzip: gzipSync(code, { level: 9 }).length,
})
