import { Token, Tokenizer, TokenizerMode } from 'parse5'
import { link } from '../../integrations/text.ts'
import { HIDDEN_ELEMENTS, isHidden, quoteKind, rawTextMode } from './html-elements.ts'

/** Longer HTML is cut before it is read. No message can be as long. */
const MAX_HTML_LENGTH = 2_000_000
const MAX_MARKDOWN_LENGTH = 100_000
/** Deeper quotes and lists look like this many. */
const MAX_DEPTH = 5
/** The limit counts marks that are open at once. */
const MAX_OPEN_MARKS = 50

/** Blocks that stand apart from their neighbours, and blocks that only begin a line. */
const APART = new Set(['blockquote', 'dl', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'pre', 'table', 'ul'])
const LINES = new Set(
  'address article aside body center dd details div dt fieldset figure footer form header li main nav section tr'.split(
    ' ',
  ),
)
const FENCE = '```'
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  h1: '**',
  h2: '**',
  h3: '**',
  h4: '**',
  h5: '**',
  h6: '**',
  em: '*',
  i: '*',
}

/**
 * HTML of a mail as Markdown: paragraphs, lists, quotes, links and bold text. It is read as a stream of tags, so it takes
 * time in proportion to its length however it is nested. Pictures are left out, because those of other sites tell their
 * senders who reads.
 */
export function markdownOfHtml(html: string, { quotes }: { readonly quotes: boolean }): string {
  const writer = new MarkdownWriter(quotes)
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onStartTag(tag) {
        const mode = rawTextMode(tag.tagName)
        if (mode !== undefined) tokenizer.state = TokenizerMode[mode]
        writer.open(tag)
      },
      onEndTag: (tag) => writer.close(tag.tagName),
      onCharacter: ({ chars }) => writer.text(chars),
      onWhitespaceCharacter: ({ chars }) => writer.text(chars),
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  )
  tokenizer.write(html.slice(0, MAX_HTML_LENGTH), true)
  return writer.end()
}

interface OpenMark {
  readonly name: string
  readonly mark: string
  readonly address: string | undefined
  /** Where it begins in the line. */
  readonly start: number
}

class MarkdownWriter {
  readonly #quotes: boolean
  readonly #lines: string[] = []
  /** The number of the next item, or null for a bullet. */
  readonly #lists: (number | null)[] = []
  #length = 0
  #line = ''
  /** The sign of the list item that the line begins with. */
  #bullet = ''
  #marks: OpenMark[] = []
  #quoteDepth = 0
  #preDepth = 0
  #wantsGap = false
  /** An element that is left out with everything inside. */
  #left: { readonly name: string; depth: number } | null = null
  #isOver = false

  constructor(quotes: boolean) {
    this.#quotes = quotes
  }

  end(): string {
    if (this.#preDepth > 0) this.#endFence()
    this.#breakLine()
    return this.#lines.join('\n').slice(0, MAX_MARKDOWN_LENGTH).trim()
  }

  text(text: string): void {
    if (this.#left || this.#isOver) return
    if (this.#preDepth === 0) {
      this.#add(text.replace(/\s+/g, ' '))
      return
    }
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) this.#breakLine(true)
      this.#line += piece.slice(0, Math.max(MAX_MARKDOWN_LENGTH - this.#length, 0))
    }
  }

  #add(text: string): void {
    const isAtStart = this.#line === this.#bullet || this.#line.endsWith(' ')
    const room = MAX_MARKDOWN_LENGTH - this.#length - this.#line.length
    if (text.length > room) this.#isOver = true
    this.#line += text.slice(isAtStart && text.startsWith(' ') ? 1 : 0, Math.max(room, 0))
  }

  open(tag: Token.TagToken): void {
    const { tagName: name, selfClosing } = tag
    if (this.#isOver) return
    if (this.#left) {
      if (this.#left.name === name) this.#left.depth += 1
      return
    }
    const quote = this.#quotes ? null : quoteKind(tag)
    if (quote === 'rest') this.#isOver = true
    if (quote === 'element' || HIDDEN_ELEMENTS.has(name) || isHidden(tag)) {
      if (!selfClosing) this.#left = { name, depth: 1 }
    } else this.#begin(name, tag)
  }

  #begin(name: string, tag: Token.TagToken): void {
    if (name === 'br') this.#breakLine(true)
    if (name === 'img') this.#picture(tag)
    if (name === 'td' || name === 'th') this.#add(' ')
    if (name === 'hr') this.#rule()
    this.#block(name)
    if (name === 'blockquote') this.#quoteDepth += 1
    if (name === 'pre') this.#beginFence()
    if (name === 'ul') this.#lists.push(null)
    if (name === 'ol') this.#lists.push(1)
    if (name === 'li') this.#item()
    const isLink = name === 'a'
    if ((!isLink && !Object.hasOwn(MARKS, name)) || this.#marks.length >= MAX_OPEN_MARKS) return
    const address = isLink ? (Token.getTokenAttr(tag, 'href') ?? undefined) : undefined
    this.#marks.push({ name, mark: MARKS[name] ?? '', address, start: this.#line.length })
  }

  close(name: string): void {
    if (this.#left) {
      if (this.#left.name === name) this.#left.depth -= 1
      if (this.#left.depth === 0) this.#left = null
      return
    }
    if (this.#isOver) return
    this.#endMark(name)
    if (name === 'pre' && this.#preDepth > 0) this.#endFence()
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    this.#block(name)
    if (name === 'blockquote') this.#quoteDepth = Math.max(0, this.#quoteDepth - 1)
  }

  #endMark(name: string): void {
    const index = this.#marks.findLastIndex((open) => open.name === name)
    const open = this.#marks[index]
    if (!open) return
    this.#marks.splice(index, 1)
    if (this.#preDepth > 0) return
    const text = this.#line.slice(open.start)
    const shown = text.trim()
    if (shown === '') return
    const [before = '', after = ''] = [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]]
    this.#line = `${this.#line.slice(0, open.start)}${before}${this.#marked(open, shown)}${after}`
  }

  #marked({ mark, address }: OpenMark, text: string): string {
    if (address !== undefined) return text === address || `${text}/` === address ? address : link(text, address)
    // A link shows its text as it is, and a mark inside of the same mark would end it.
    const isInLink = this.#marks.some((open) => open.name === 'a')
    return isInLink || text.includes('*') ? text : `${mark}${text}${mark}`
  }

  #picture(tag: Token.TagToken): void {
    const shown = Token.getTokenAttr(tag, 'alt') ?? ''
    // Pictures in the mail are linked below it.
    if (!/^cid:/i.test(Token.getTokenAttr(tag, 'src') ?? '')) this.#add(shown.replace(/\s+/g, ' '))
  }

  #item(): void {
    const number = this.#lists.at(-1)
    if (typeof number === 'number') this.#lists[this.#lists.length - 1] = number + 1
    const depth = Math.min(Math.max(this.#lists.length, 1), MAX_DEPTH)
    this.#bullet = `${'  '.repeat(depth - 1)}${typeof number === 'number' ? `${number}.` : '*'} `
    this.#line = this.#bullet
  }

  #rule(): void {
    this.#block('p')
    this.#line = '---'
    this.#block('p')
  }

  #beginFence(): void {
    if (this.#preDepth === 0) this.#push(FENCE)
    this.#preDepth += 1
  }

  #endFence(): void {
    if (this.#preDepth === 1) {
      this.#breakLine()
      this.#push(FENCE)
    }
    this.#preDepth -= 1
  }

  #block(name: string): void {
    const isApart = APART.has(name)
    if (!isApart && !LINES.has(name)) return
    // A paragraph in a list item begins in its line.
    if (name !== 'li' && this.#bullet !== '' && this.#line === this.#bullet) return
    this.#breakLine()
    if (isApart && !(this.#lists.length > 0 && name !== 'blockquote')) this.#wantsGap = true
  }

  /** `keepsEmpty` is for line breaks that were asked for. */
  #breakLine(keepsEmpty = false): void {
    const line = this.#preDepth > 0 ? this.#line : this.#line.trim() === this.#bullet.trim() ? '' : this.#line.trimEnd()
    this.#line = ''
    this.#bullet = ''
    this.#marks = this.#marks.map((open) => ({ ...open, start: 0 }))
    if (line !== '') this.#push(line)
    else if (keepsEmpty && (this.#preDepth > 0 || this.#lines.length > 0)) this.#push('')
  }

  #push(line: string): void {
    const prefix = '> '.repeat(Math.min(this.#quoteDepth, MAX_DEPTH))
    if (this.#wantsGap && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('')
    this.#wantsGap = false
    const pushed = `${prefix}${line}`.trimEnd()
    // More than one empty line looks like one.
    if (pushed === '' && this.#lines.at(-1) === '' && this.#preDepth === 0) return
    this.#length += pushed.length + 1
    this.#lines.push(pushed)
  }
}
