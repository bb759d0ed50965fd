import type { Token } from 'markdown-it'
import type { RenderContext } from './context.ts'
import { makeEngine } from './engine.ts'
import { Notes } from './notes.ts'
import { type PlainText, plainText } from './plain-text.ts'
import type { Mentions, Rendering, Widget } from './rendering.ts'
import { widgetOf } from './widgets.ts'

const engine = makeEngine()
const NO_WORDS: readonly string[] = []

/** Message source → HTML and what it says. Pure: the same source and context give the same bytes anywhere. */
export function render(source: string, context: RenderContext): Rendering {
  const notes = new Notes(context)
  const content = trimmed(source)
  notes.pay(content.length)
  const env = { notes }
  const tokens = engine.parse(withoutNul(content), env)
  notes.pay(tokens.length)
  const html = engine.renderer.render(tokens, engine.options, env).trimEnd()
  return new Rendered(content, html, tokens, notes)
}

class Rendered implements Rendering {
  readonly html: string
  readonly mentions: Mentions
  readonly alertWords: readonly string[]
  readonly links: readonly string[]
  readonly hasImage: boolean
  readonly attachments: readonly string[]
  readonly isMeMessage: boolean
  readonly widget: Widget | undefined
  readonly #tokens: readonly Token[]
  #plain: PlainText | undefined

  constructor(content: string, html: string, tokens: readonly Token[], notes: Notes) {
    this.#tokens = tokens
    this.html = html
    this.mentions = notes.listMentions()
    this.alertWords = notes.context.alertWords?.find(this.#plainText().prose) ?? NO_WORDS
    this.links = notes.links.list()
    this.hasImage = notes.hasImage
    this.attachments = notes.attachments.list()
    this.isMeMessage = content.startsWith('/me ')
    this.widget = widgetOf(content)
  }

  /** Read by few who render. */
  get text(): string {
    return this.#plainText().all
  }

  /** All that is said: what stands in the class alone is no part of an object's JSON by itself. */
  toJSON(): Rendering {
    return { ...this, text: this.text }
  }

  #plainText(): PlainText {
    this.#plain ??= plainText(this.#tokens)
    return this.#plain
  }
}

// Hardly any text has what the next two replace, and to look first is cheaper than to replace nothing.

const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text)

/** Blanks at the end say nothing; those at the beginning may make code of the first line. */
function trimmed(source: string): string {
  const text = source.toWellFormed()
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return (lines.startsWith('\n') ? lines.replace(/^\n+/, '') : lines).trimEnd()
}
