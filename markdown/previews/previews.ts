import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { lineStart } from '../blocks/lines.ts'
import { type Notes, notesOf } from '../notes.ts'
import { previewOf } from './link-preview.ts'
import { isOnlyAddress, linksIn } from './links-in.ts'
import type { Preview } from './preview.ts'

const PREVIEW_COST = 50

/** Notes every link of the text, and shows what they lead to below the blocks that hold them. */
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
  readonly #shown = new Set<string>()
  readonly #written: Token[] = []
  /** Of a table, whose cells hold no blocks. */
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
      this.#written.push(token)
      this.#enter(token)
      if (token.type !== 'inline' || this.#quotes > 0) continue
      const found = this.#previewsIn(token)
      if (this.#tables > 0) this.#waiting.push(...found)
      else if (found.length > 0) this.#write(found, token, tokens[++index]!)
    }
    return this.#written
  }

  #hasTooMany(): boolean {
    const most = this.#notes.context.limits.previewedUrls
    // Among these are also links to channels, which count for nothing here.
    if (this.#notes.links.size <= most) return false
    const urls = new Set(this.#state.tokens.flatMap(({ children }) => linksIn(children ?? []).map(({ url }) => url)))
    return urls.size > most
  }

  #enter({ type }: Token): void {
    if (type === 'blockquote_open') this.#quotes++
    else if (type === 'blockquote_close') this.#quotes--
    else if (type === 'table_open') this.#tables++
    else if (type === 'table_close') {
      this.#tables--
      this.#push(this.#waiting)
      this.#waiting = []
    }
  }

  #previewsIn({ children }: Token): Preview[] {
    const found: Preview[] = []
    for (const link of linksIn(children ?? [])) {
      if (this.#shown.has(link.url)) continue
      this.#notes.pay(PREVIEW_COST)
      const preview = previewOf(link, this.#notes.context)
      if (!preview) continue
      this.#shown.add(link.url)
      if (preview.isImage) this.#notes.hasImage = true
      found.push(preview)
    }
    return found
  }

  /** After the block, or in its place. */
  #write(found: readonly Preview[], inline: Token, close: Token): void {
    const stands = close.type !== 'paragraph_close' || !found[0]!.replacesLink || !isOnlyAddress(inline.children ?? [])
    if (stands) this.#written.push(close)
    else this.#written.splice(-2)
    this.#push(found)
  }

  #push(found: readonly Preview[]): void {
    for (const { html } of found) {
      const token = new this.#state.Token('preview', 'div', 0)
      token.block = true
      token.meta = { html }
      this.#written.push(token)
    }
  }
}
