import type { MarkdownIt } from 'markdown-it'
import Token from 'markdown-it/lib/token.mjs'
import type { BracketPairs, MarkersHidden } from './analyses.ts'
import type { CodeSpan } from './code-span-index.ts'
import type { TimeEnds } from './time-index.ts'

/** Reads a construct at the state's position and advances it. Returns false and changes nothing if there is none. */
export type InlineRule = (state: InlineState) => boolean

/** A text while it is read. The library's own state has much that only its own rules would use. */
export class InlineState {
  readonly src: string
  readonly md: MarkdownIt
  readonly env: unknown
  readonly tokens: Token[]
  pos = 0
  posMax: number
  /** Text that was read and is not in a token yet. */
  pending = ''
  // Analyses of the whole text, made when the first rule needs them.
  codeSpans: ReadonlyMap<number, CodeSpan> | undefined = undefined
  times: TimeEnds | undefined = undefined
  brackets: BracketPairs | undefined = undefined
  hiddenMarkers: MarkersHidden | undefined = undefined
  firstAddress: number | undefined = undefined

  constructor(src: string, md: MarkdownIt, env: unknown, tokens: Token[]) {
    this.src = src
    this.md = md
    this.env = env
    this.tokens = tokens
    this.posMax = src.length
  }

  push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    this.pushPending()
    const token = new Token(type, tag, nesting)
    this.tokens.push(token)
    return token
  }

  pushPending(): void {
    if (this.pending === '') return
    const text = new Token('text', '', 0)
    text.content = this.pending
    this.tokens.push(text)
    this.pending = ''
  }
}
