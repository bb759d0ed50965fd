import { createRequire } from 'node:module'

/** Names from the common vocabularies, the most used first: what people type between colons in other programs works. */
const VOCABULARIES = ['iamcal', 'github', 'emojibase', 'joypixels', 'cldr']
const read = createRequire(import.meta.url)

export interface UnicodeEmoji {
  /** Dash-separated hex of the code points, without variation selectors. */
  codeOf(name: string): string | undefined
  hasCode(code: string): boolean
  /** Do people call this code by that name? */
  isNameOf(name: string, code: string): boolean
}

let table: UnicodeEmoji | undefined

/** The Unicode emoji, read when the first reaction needs them. */
export function unicodeEmoji(): UnicodeEmoji {
  table ??= buildTable()
  return table
}

function buildTable(): UnicodeEmoji {
  const codes = new Map<string, string>()
  const known = new Set<string>()
  const names = new Set<string>()
  for (const vocabulary of VOCABULARIES) {
    const entries = read(`emojibase-data/en/shortcodes/${vocabulary}.json`) as Record<string, string | string[]>
    for (const [hexcode, given] of Object.entries(entries)) {
      const code = hexcode.toLowerCase().replace(/-fe0f/g, '')
      known.add(code)
      for (const name of [given].flat()) {
        names.add(`${name} ${code}`)
        if (!codes.has(name)) codes.set(name, code)
      }
    }
  }
  return {
    codeOf: (name) => codes.get(name),
    hasCode: (code) => known.has(code),
    isNameOf: (name, code) => names.has(`${name} ${code}`),
  }
}
