import type { Archive } from './archive.ts'

/** A file of JSON is in memory as a whole. The largest of a real export have some ten megabytes. */
const MAX_JSON_BYTES = 200 * 1024 * 1024

export type Json = Readonly<Record<string, unknown>>

/** The value in a file. `problem` says why there is none. */
export async function readJson(
  archive: Archive,
  path: string,
): Promise<{ readonly value: unknown } | { readonly problem: string }> {
  if ((archive.sizeOf(path) ?? 0) > MAX_JSON_BYTES) return { problem: 'the file is too large' }
  const content = await archive.open(path)
  if (!content) return { problem: 'the file is missing' }
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

/** An escaped NUL. The backslashes before it belong to each other. */
const NUL = /(?<!\\)((?:\\\\)*)\\u0000/g

/** The database stores no NUL, neither in texts nor in names and ids, so none of them reaches it. */
const withoutNul = (text: string): string => (text.includes('\\u0000') ? text.replace(NUL, '$1') : text)

export function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(withoutNul(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)) }
  } catch {
    return { problem: 'it is not JSON' }
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
