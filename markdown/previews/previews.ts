import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { lineStart } from '../blocks/lines.ts'
import { type Notes, notesOf } from '../notes.ts'
import { previewOf } from './link-preview.ts'
import { isOnlyAddress, linksIn } from './links-in.ts'
import type { Preview } from './preview.ts'

const PREVIEW_COST = 50
const NONE: readonly Preview[] = []

/** Notes all links of the text and adds previews below their blocks. */
export function previews(engine: MarkdownIt): void {
  engine.core.ruler.push('previews', (state) => {
    const notes = notesOf(state)
    noteLinks(state.tokens, notes)
    if (notes.links.size > 0) state.tokens = new Previewer(state, notes).run()
  })
  engine.renderer.rules['preview'] = (tokens, index) =>
    `${lineStart(tokens, index)}${tokens[index]!.meta!['html'] as string}\n`
}

function noteLinks(tokens: readonly Token[], notes: Notes): void {
  for (const { children } of tokens) {
    if (children === null) continue
    for (const child of children) {
      if (child.type === 'link_open' || child.type === 'channel_link') notes.addLink(String(child.attrGet('href')))
    }
  }
}

class Previewer {
  readonly #state: StateCore
  readonly #notes: Notes
  /** The addresses that are previewed. */
  #shown: Set<string> | undefined
  /** Undefined until a preview is written. Until then the tokens are unchanged. */
  #written: Token[] | undefined
  /** The previews of a table, whose cells cannot contain blocks. */
  #waiting: Preview[] = []
  #quotes = 0
  #tables = 0

  constructor(state: StateCore, notes: Notes) {
    this.#state = state
    this.#notes = notes
  }

  run(): Token[] {
    const { tokens } = this.#state
    if (this.#hasTooMany()) return tokens
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index]!
      this.#written?.push(token)
      if (token.type !== 'inline') this.#enter(token, index)
      else if (this.#quotes === 0) {
        const found = this.#previewsIn(token)
        if (this.#tables > 0) this.#waiting.push(...found)
        else if (found.length > 0) this.#write(found, index++)
      }
    }
    return this.#written ?? tokens
  }

  #hasTooMany(): boolean {
    const most = this.#notes.context.limits.previewedUrls
    // The noted links include links to channels, which do not count here.
    if (this.#notes.links.size <= most) return false
    const urls = new Set(this.#state.tokens.flatMap(({ children }) => linksIn(children ?? []).map(({ url }) => url)))
    return urls.size > most
  }

  #enter({ type }: Token, index: number): void {
    if (type === 'blockquote_open') this.#quotes++
    else if (type === 'blockquote_close') this.#quotes--
    else if (type === 'table_open') this.#tables++
    else if (type === 'table_close') {
      this.#tables--
      if (this.#waiting.length > 0) this.#push(this.#waiting, this.#writtenUntil(index + 1))
      this.#waiting = []
    }
  }

  #previewsIn({ children }: Token): readonly Preview[] {
    let found: Preview[] | undefined
    for (const link of linksIn(children ?? [])) {
      if (this.#shown?.has(link.url)) continue
      this.#notes.pay(PREVIEW_COST)
      const preview = previewOf(link, this.#notes.context)
      if (!preview) continue
      this.#shown ??= new Set()
      this.#shown.add(link.url)
      if (preview.isImage) this.#notes.hasImage = true
      found ??= []
      found.push(preview)
    }
    return found ?? NONE
  }

  #writtenUntil(end: number): Token[] {
    this.#written ??= this.#state.tokens.slice(0, end)
    return this.#written
  }

  /** Writes previews after the block of this text, or in its place. */
  #write(found: readonly Preview[], index: number): void {
    const written = this.#writtenUntil(index + 1)
    const { children } = this.#state.tokens[index]!
    const close = this.#state.tokens[index + 1]!
    const stands = close.type !== 'paragraph_close' || !found[0]!.replacesLink || !isOnlyAddress(children ?? [])
    if (stands) written.push(close)
    else written.splice(-2)
    this.#push(found, written)
  }

  #push(found: readonly Preview[], written: Token[]): void {
    for (const { html } of found) {
      const token = new this.#state.Token('preview', 'div', 0)
      token.block = true
      token.meta = { html }
      written.push(token)
    }
  }
}
