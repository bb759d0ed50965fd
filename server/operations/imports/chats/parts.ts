import type { SourceText, TextPart } from '../source.ts'

/** Stands for a part that is not text while the text around it is rewritten. No text contains it: NUL is removed. */
const MARK = '\0'
const MARKED = /\0(\d+)\0/

/** Collects the parts of a text that are more than text, and leaves a mark in their places. */
export class PartMarks {
  readonly #parts: TextPart[] = []

  mark(part: TextPart): string {
    this.#parts.push(part)
    return `${MARK}${this.#parts.length - 1}${MARK}`
  }

  /** The text with the parts in their places. */
  split(text: string): SourceText {
    return joined(text.split(MARKED).map((piece, index) => (index % 2 === 1 ? this.#parts[Number(piece)]! : piece)))
  }
}

/** Texts that follow each other are one, and empty ones are none. */
export function joined(parts: SourceText): SourceText {
  const all: TextPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else if (part !== '') all.push(part)
  }
  return all
}

/** What readers see of a text, as far as the source knows it. */
export const plainText = (parts: SourceText): string =>
  parts.map((part) => (typeof part === 'string' ? part : (part.else ?? ''))).join('')

/** Each block on a line of its own. Empty ones are left out. */
export function inLines(blocks: readonly SourceText[], between = '\n'): SourceText {
  const filled = blocks.filter((parts) => parts.length > 0)
  return joined(filled.flatMap((parts, index) => (index === 0 ? parts : [between, ...parts])))
}

/** As a quote. Only lines of plain text can begin inside of it. */
export const quoted = (parts: SourceText): SourceText =>
  parts.length === 0
    ? []
    : joined(['> ', ...parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n> ') : part))])

const MENTION = /([@#])(?=_?\*)/g
const TIME = /<(?=time:)/g
const FORMULA = /\$(?=\$)/g

/**
 * Prose of another system in which nothing may mean a mention, a channel, a time or a formula of ours. Markdown has no
 * escapes: a space without width comes between the signs.
 */
export const withoutOurSigns = (text: string): string =>
  text.replace(MENTION, '$1\u200b').replace(TIME, '<\u200b').replace(FORMULA, '$\u200b')

/** In our Markdown a line goes on the quote before it. In the others it does not. */
export const endQuotes = (text: string): string => text.replace(/^(>[^\n]*)\n(?!>|\s*(?:\n|$))/gm, '$1\n\n')
