import type { Token } from 'markdown-it'
import type { RenderContext } from './context.ts'
import { makeEngine } from './engine.ts'
import { Notes } from './notes.ts'
import { proseText, visibleText } from './plain-text.ts'
import type { Mentions, Rendering, Widget } from './rendering.ts'
import { widgetOf } from './widgets.ts'

const engine = makeEngine()
const NO_WORDS: readonly string[] = []

/**
 * Renders the source of a message. It is a pure function: the same source and context give the same bytes everywhere.
 */
export function render(source: string, context: RenderContext): Rendering {
  const notes = new Notes(context)
  const content = trimmed(source)
  notes.pay(content.length)
  const env = { notes }
  const tokens = engine.parse(withoutNul(content), env)
  notes.pay(tokens.length)
  const html = engine.renderer.render(tokens, engine.options, env).trimEnd()
  return new LazyRendering(content, html, tokens, notes)
}

class LazyRendering implements Rendering {
  readonly html: string
  readonly mentions: Mentions
  readonly alertWords: readonly string[]
  readonly links: readonly string[]
  readonly hasImage: boolean
  readonly attachments: readonly string[]
  readonly isMeMessage: boolean
  readonly widget: Widget | undefined
  readonly #tokens: readonly Token[]
  #text: string | undefined

  constructor(content: string, html: string, tokens: readonly Token[], notes: Notes) {
    this.#tokens = tokens
    this.html = html
    this.mentions = notes.listMentions()
    this.alertWords = notes.context.alertWords?.find(proseText(tokens)) ?? NO_WORDS
    this.links = notes.links.list()
    this.hasImage = notes.hasImage
    this.attachments = notes.attachments.list()
    this.isMeMessage = content.startsWith('/me ')
    this.widget = widgetOf(content)
  }

  /** Computed on demand, because few callers need it. */
  get text(): string {
    this.#text ??= visibleText(this.#tokens)
    return this.#text
  }

  /** Includes the getters, which the JSON of an object would not contain. */
  toJSON(): Rendering {
    return { ...this, text: this.text }
  }
}

// Hardly any text has the characters that the next two functions replace, and testing is cheaper than replacing.

const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text)

/** Removes blanks at the end. Blanks at the beginning may make the first line code, so they stay. */
function trimmed(source: string): string {
  const text = source.toWellFormed()
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return (lines.startsWith('\n') ? lines.replace(/^\n+/, '') : lines).trimEnd()
}
