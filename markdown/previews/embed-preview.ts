import type { Embed, RenderContext } from '../context.ts'
import { escapeText } from '../html/escape.ts'
import { element, tag } from '../html/tag.ts'
import type { Preview, PreviewedLink } from './preview.ts'

/** Previews of external pages, by their own descriptions. */
export function embedPreview({ url }: PreviewedLink, context: RenderContext): Preview | undefined {
  const embed = context.embed?.(url)
  const src = embed && context.settings.proxied(embed.image)
  if (!embed || src === undefined) return undefined
  const html = embed.kind === 'video' ? videoHtml(url, src, embed) : pageHtml(url, src, embed)
  return { html, isImage: false, replacesLink: false }
}

function videoHtml(url: string, src: string, { html, title }: Embed & { kind: 'video' }): string {
  const link = element('a', { 'data-id': html, href: url, title }, tag('img', { src }))
  return element('div', { class: 'embed-video message_inline_image' }, link)
}

function pageHtml(url: string, src: string, { title, description }: Embed & { kind: 'page' }): string {
  const style = `background-image: url("${cssAddress(src)}")`
  const image = element('a', { class: 'message_embed_image', href: url, style }, '')
  const heading = title && element('a', { href: url, title }, escapeText(title))
  const parts =
    part('message_embed_title', heading) + part('message_embed_description', description && escapeText(description))
  return element('div', { class: 'message_embed' }, image + element('div', { class: 'data-container' }, parts))
}

const part = (name: string, html: string | undefined): string => (html ? element('div', { class: name }, html) : '')

/** Escapes an address inside a quoted string of a style. */
const cssAddress = (address: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line end also ends a string in a style
  address.replace(/["'\\()\u0000-\u0020\u007F]/g, (character) => {
    const code = character.charCodeAt(0)
    return `%${code.toString(16).toUpperCase().padStart(2, '0')}`
  })
