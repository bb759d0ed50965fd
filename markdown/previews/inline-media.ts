import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import type { RenderContext } from '../context.ts'
import { attributes } from '../html/escape.ts'
import { tag } from '../html/tag.ts'
import { type Notes, notesOf } from '../notes.ts'
import { isAudioType, mediaAt } from './media-types.ts'
import { thumbnailAttributes } from './thumbnail.ts'
import { uploadPath } from './upload-path.ts'

/** `![text](address)`: a picture or a sound of this server in the text. Anything else becomes a link after the `!`. */
export function inlineMedia(engine: MarkdownIt): void {
  engine.core.ruler.push('inline_media', (state) => {
    if (!state.src.includes('![')) return
    const notes = notesOf(state)
    for (const token of state.tokens) {
      if (token.children?.some(({ type }) => type === 'image'))
        token.children = replaceAll(token.children, state, notes)
    }
  })
  engine.renderer.rules['inline_media'] = (tokens, index) => tokens[index]!.meta!['html'] as string
}

function replaceAll(tokens: readonly Token[], state: StateCore, notes: Notes): Token[] {
  let links = 0
  return tokens.flatMap((token) => {
    links += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0
    if (token.type !== 'image') return [token]
    const { alt, url } = token.meta as { alt: string; url: string }
    const html = mediaHtml(alt, url, notes)
    if (html !== undefined) return [mediaToken(state, html, alt)]
    return links > 0 ? [token] : linkAfterSign(state, alt, url)
  })
}

function mediaHtml(alt: string, url: string, notes: Notes): string | undefined {
  const { context } = notes
  if (!context.settings.inlineImagePreview) return undefined
  const path = uploadPath(url, context.settings)
  if (path === undefined) return foreignSound(alt, url, context)
  const upload = context.upload(path)
  if (upload?.image) {
    notes.hasImage = true
    return tag('img', thumbnailAttributes(path, upload.contentType, upload.image, { alt }))
  }
  return upload && isAudioType(upload.contentType) ? audio({ src: path, title: alt || undefined }) : undefined
}

function foreignSound(alt: string, url: string, { settings }: RenderContext): string | undefined {
  const src = mediaAt(url) === 'audio' ? settings.proxied(url) : undefined
  return src === undefined ? undefined : audio({ original: url, src, title: alt || undefined })
}

function audio({ original, src, title }: { original?: string; src: string; title: string | undefined }): string {
  return `<audio controls${attributes({ 'data-original-url': original, preload: 'metadata', src, title })}></audio>`
}

function mediaToken(state: StateCore, html: string, alt: string): Token {
  const token = new state.Token('inline_media', '', 0)
  token.meta = { html }
  token.content = alt
  return token
}

function linkAfterSign(state: StateCore, alt: string, url: string): Token[] {
  const text = (type: string, content: string): Token => Object.assign(new state.Token(type, '', 0), { content })
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['href', url]]
  return [text('text', '!'), open, text('verbatim', alt || url), new state.Token('link_close', 'a', -1)]
}
