import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = join(dirname(createRequire(import.meta.url).resolve('katex/package.json')), 'dist')
/** Every browser of the last ten years takes this format. */
const FORMAT = '.woff2'
const SOURCES = /src:[^;}]*?url\(fonts\/([^)]+\.woff2)\)[^;}]*/g

/** The style sheet of formulas and its fonts. A page loads them with the first formula. */
export function typesetterFiles(
  hashedName: (name: string, bytes: Buffer) => string,
): readonly (readonly [string, Buffer])[] {
  const fonts = readdirSync(join(folder, 'fonts'))
    .filter((name) => name.endsWith(FORMAT))
    .map((name) => [name, readFileSync(join(folder, 'fonts', name))] as const)
  const files = new Map(fonts.map(([name, bytes]) => [name, hashedName(name, bytes)]))
  const css = readFileSync(join(folder, 'katex.min.css'), 'utf8').replaceAll(
    SOURCES,
    (_, name: string) => `src:url(${files.get(name)}) format("woff2")`,
  )
  return [['katex.css', Buffer.from(css)], ...fonts]
}
