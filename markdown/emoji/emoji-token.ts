import type { MarkdownIt, Token } from 'markdown-it'
import type { RenderContext } from '../context.ts'
import { escapeText } from '../html/escape.ts'
import { element, tag } from '../html/tag.ts'
import { unicodeEmoji } from './unicode-emoji.ts'

/** An emoji to show: a character in a span, or an image. */
export type ShownEmoji = { readonly name: string } & ({ readonly code: string } | { readonly src: string })

/** The organization's own emoji take precedence, so that it can have its own `:tada:`. */
export function emojiNamed(name: string, context: RenderContext): ShownEmoji | undefined {
  const custom = context.customEmoji(name)
  if (custom) return { name: custom.name, src: custom.src }
  if (name === context.settings.extraEmoji) {
    return { name, src: `/static/generated/emoji/images/emoji/unicode/${name}.png` }
  }
  const code = unicodeEmoji().codeOf(name)
  return code === undefined ? undefined : { name, code }
}

export function fillEmojiToken(token: Token, shown: ShownEmoji): Token {
  token.meta = { shown }
  token.content = `:${shown.name}:`
  return token
}

export function emojiTokens(engine: MarkdownIt): void {
  engine.renderer.rules['emoji'] = (tokens, index) => write(tokens[index]!)
}

function write(token: Token): string {
  const shown = token.meta!['shown'] as ShownEmoji
  const title = shown.name.replaceAll('_', ' ')
  if ('src' in shown) return tag('img', { alt: token.content, class: 'emoji', src: shown.src, title })
  const described = { 'aria-label': title, class: `emoji emoji-${shown.code}`, role: 'img', title }
  return element('span', described, escapeText(token.content))
}
