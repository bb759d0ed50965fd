import { EMOJI_TABLE } from './table.ts'
import { readEmojiTable } from './table-reader.ts'

export interface UnicodeEmoji {
  /** Dash-separated hex of the code points, without variation selectors. */
  codeOf(name: string): string | undefined
  hasCode(code: string): boolean
  /** True if this is one of the names of the code. */
  isNameOf(name: string, code: string): boolean
  /** The main name of a code. */
  nameOf(code: string): string | undefined
  /** True if the character is text unless a variation selector asks for the picture. */
  isTextByDefault(code: string): boolean
  /** True if an emoji can start with this code point. */
  beginsWith(codePoint: number): boolean
}

let emoji: UnicodeEmoji | undefined

/** The Unicode emoji, loaded for the first text that needs them. */
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
