import type { RenderContext } from '../context.ts'
import { emojiNamed } from '../emoji/emoji-token.ts'
import { readSequence } from '../emoji/sequence.ts'
import { unicodeEmoji } from '../emoji/unicode-emoji.ts'
import type { Finding } from './finding.ts'

const NAME = /:([\p{L}\p{N}_+-]+)(?=:)/gu

/** `:name:`. The colon after an invalid name may start the next one. */
export function findNamedEmoji(text: string, context: RenderContext): readonly Finding[] {
  if (text.indexOf(':') === text.lastIndexOf(':')) return []
  const found: Finding[] = []
  let free = 0
  NAME.lastIndex = 0
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    if (match.index < free) continue
    const emoji = emojiNamed(match[1]!, context)
    if (!emoji) continue
    free = match.index + match[0].length + 1
    found.push({ start: match.index, end: free, as: { emoji } })
  }
  return found
}

/** Excludes the dashes and quotation marks of prose, and East Asian letters, which are in the same range. */
const MAY_HOLD_CHARACTERS = /[\u20E3\u00A9\u00AE\u203C\u2049\u2122-\u2B55\u3030\u303D\u3297\u3299\uD83C-\uD83E]/
const BEYOND_ASCII = /[\u0080-\uFFFF]/g
const ZERO_WIDTH_JOINER = '\u200D'

/** Finds emoji characters. An unknown sequence stays unchanged, and so do characters that are text by default. */
export function findCharacterEmoji(text: string): readonly Finding[] {
  if (!MAY_HOLD_CHARACTERS.test(text)) return []
  const table = unicodeEmoji()
  const found: Finding[] = []
  for (let position = nextCandidate(text, 0); position < text.length; ) {
    const codePoint = text.codePointAt(position)!
    if (!table.beginsWith(codePoint)) {
      position = nextCandidate(text, position + (codePoint > 0xffff ? 2 : 1))
      continue
    }
    const { end, code, asksForPicture, asksForText } = readSequence(text, position)
    const name = table.nameOf(code)
    const isShown = !asksForText && (asksForPicture || !needsSelector(code)) && text[position - 1] !== ZERO_WIDTH_JOINER
    if (name !== undefined && isShown) found.push({ start: position, end, as: { emoji: { name, code } } })
    position = nextCandidate(text, end)
  }
  return found
}

/** An emoji starts with a non-ASCII character, or with the character before it, as in `1️⃣`. */
function nextCandidate(text: string, from: number): number {
  BEYOND_ASCII.lastIndex = from
  return BEYOND_ASCII.test(text) ? Math.max(from, BEYOND_ASCII.lastIndex - 2) : text.length
}

const needsSelector = (code: string): boolean => unicodeEmoji().isTextByDefault(code) || code.endsWith('-20e3')
