/** A part of a text that search treats as a unit. */
export interface Piece {
  /** As it is written. */
  readonly text: string
  readonly index: number
  /** Its script puts no blanks between words, or joins words: Chinese, Japanese, Korean, Thai and others. */
  readonly isUnspaced: boolean
}

const UNSPACED = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
/** What belongs to a word: letters, digits, their marks, and characters that nobody sees. */
const WORD = String.raw`\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff`

/** Letters of unspaced scripts in a row, or other letters in a row. */
const PIECES = new RegExp(`(?:(?=[${WORD}])[${UNSPACED}])+|(?:(?![${UNSPACED}])[${WORD}])+`, 'gu')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')

const ASCII_WORDS = /[A-Za-z0-9]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are all characters of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/

/** The words of a text in ASCII. Undefined for other texts. This is the fast way, and most messages can take it. */
export const asciiWords = (text: string): readonly string[] | undefined =>
  IS_ASCII.test(text) ? (text.match(ASCII_WORDS) ?? []) : undefined

/** The words of a text. */
export function* piecesOf(text: string): Generator<Piece> {
  for (const match of text.matchAll(PIECES))
    yield { text: match[0], index: match.index, isUnspaced: STARTS_UNSPACED.test(match[0]) }
}
