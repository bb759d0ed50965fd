import type { RenderContext } from '../context.ts'
import { type AttributesOf, element, tag } from '../html/tag.ts'
import { isVideoType, mediaAt } from './media-types.ts'
import type { Preview, PreviewedLink } from './preview.ts'
import { thumbnailAttributes } from './thumbnail.ts'
import { uploadPath } from './upload-path.ts'

/** Previews of pictures and videos of this server and of others. */
export function mediaPreview(link: PreviewedLink, context: RenderContext): Preview | undefined {
  const path = uploadPath(link.url, context.settings)
  return path === undefined ? foreignPreview(link, context) : uploadPreview(link, path, context)
}

function uploadPreview(link: PreviewedLink, path: string, context: RenderContext): Preview | undefined {
  const upload = context.upload(path)
  if (!upload) return undefined
  if (upload.image) return imagePreview(link, thumbnailAttributes(path, upload.contentType, upload.image))
  return isVideoType(upload.contentType) ? videoPreview(link, path) : undefined
}

function foreignPreview(link: PreviewedLink, { settings }: RenderContext): Preview | undefined {
  const media = mediaAt(link.url)
  if (media !== 'image' && media !== 'video') return undefined
  const src = settings.proxied(link.url)
  if (src === undefined) return undefined
  return media === 'image' ? imagePreview(link, { src }) : videoPreview(link, src)
}

function imagePreview({ url, text }: PreviewedLink, image: AttributesOf<'img'>): Preview {
  const link = element('a', { href: url, title: text }, tag('img', image))
  const html = element('div', { class: 'message_inline_image' }, link)
  return { html, isImage: true, replacesLink: true }
}

function videoPreview({ url, text }: PreviewedLink, src: string): Preview {
  const link = element('a', { href: url, title: text }, element('video', { preload: 'metadata', src }, ''))
  const html = element('div', { class: 'message_inline_image message_inline_video' }, link)
  return { html, isImage: false, replacesLink: true }
}
