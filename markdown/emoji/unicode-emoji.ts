import { EMOJI_TABLE } from './table.ts'
import { readEmojiTable } from './table-reader.ts'

export interface UnicodeEmoji {
  /** Dash-separated hex of the code points, without variation selectors. */
  codeOf(name: string): string | undefined
  hasCode(code: string): boolean
  /** Is that one of the names of this code? */
  isNameOf(name: string, code: string): boolean
  /** The name that a code is called by first. */
  nameOf(code: string): string | undefined
  /** Is the character text unless a variation selector asks for the picture? */
  isTextByDefault(code: string): boolean
  /** Can an emoji begin with this code point? */
  beginsWith(codePoint: number): boolean
}

let emoji: UnicodeEmoji | undefined

/** The Unicode emoji, read when the first text needs them. */
export function unicodeEmoji(): UnicodeEmoji {
  emoji ??= build()
  return emoji
}

function build(): UnicodeEmoji {
  const codes = new Map<string, string>()
  const names = new Map<string, readonly string[]>()
  const texts = new Set<string>()
  const beginnings = new Set<number>()
  for (const entry of readEmojiTable(EMOJI_TABLE)) {
    names.set(entry.code, entry.names)
    for (const name of entry.names) codes.set(name, entry.code)
    if (entry.isTextByDefault) texts.add(entry.code)
    beginnings.add(Number.parseInt(entry.code, 16))
  }
  return {
    codeOf: (name) => codes.get(name),
    hasCode: (code) => names.has(code),
    isNameOf: (name, code) => names.get(code)?.includes(name) ?? false,
    nameOf: (code) => names.get(code)?.[0],
    isTextByDefault: (code) => texts.has(code),
    beginsWith: (codePoint) => beginnings.has(codePoint),
  }
}
