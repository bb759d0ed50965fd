import type { Embed, RenderContext } from '../context.ts'
import { attributes, escapeText } from '../html/escape.ts'
import type { Preview, PreviewedLink } from './preview.ts'

/** Pages of other sites, as they describe themselves. */
export function embedPreview({ url }: PreviewedLink, context: RenderContext): Preview | undefined {
  const embed = context.embed?.(url)
  const src = embed && context.settings.proxied(embed.image)
  if (!embed || src === undefined) return undefined
  const html = embed.kind === 'video' ? videoHtml(url, src, embed) : pageHtml(url, src, embed)
  return { html, isImage: false, replacesLink: false }
}

function videoHtml(url: string, src: string, { html, title }: Embed & { kind: 'video' }): string {
  const link = `<a${attributes({ 'data-id': html, href: url, title })}><img${attributes({ src })}></a>`
  return `<div class="embed-video message_inline_image">${link}</div>`
}

function pageHtml(url: string, src: string, { title, description }: Embed & { kind: 'page' }): string {
  const style = `background-image: url("${cssAddress(src)}")`
  const image = `<a${attributes({ class: 'message_embed_image', href: url, style })}></a>`
  const heading = title && `<a${attributes({ href: url, title })}>${escapeText(title)}</a>`
  const parts =
    part('message_embed_title', heading) + part('message_embed_description', description && escapeText(description))
  return `<div class="message_embed">${image}<div class="data-container">${parts}</div></div>`
}

const part = (name: string, html: string | undefined): string => (html ? `<div class="${name}">${html}</div>` : '')

/** An address between the quotes of a style, which must not end there. */
const cssAddress = (address: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a style's string ends at a line's end too
  address.replace(/["'\\()\u0000-\u0020\u007F]/g, (character) => {
    const code = character.charCodeAt(0)
    return `%${code.toString(16).toUpperCase().padStart(2, '0')}`
  })
