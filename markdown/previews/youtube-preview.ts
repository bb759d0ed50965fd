import type { RenderContext } from '../context.ts'
import { element, tag } from '../html/tag.ts'
import type { Preview, PreviewedLink } from './preview.ts'

const SITE = /^https?:\/\/(?:(?:www|m|music)\.)?(?:(youtu\.be)|youtube(?:-nocookie)?\.com)\/([^?#]*)(?:\?([^#]*))?/i
/** The first letters of all known hosts. Hardly any other address passes this test. */
const FIRST_OF_HOST = 'ymwYMW'
const VIDEO_ID = /^[\w-]{11}$/
const PATH = /^(?:embed|shorts|live|v)\/([\w-]+)/

export function youtubePreview({ url }: PreviewedLink, { settings }: RenderContext): Preview | undefined {
  const id = videoIdOf(url)
  const src = id && settings.proxied(`https://i.ytimg.com/vi/${id}/mqdefault.jpg`)
  if (!src) return undefined
  const image = element('a', { 'data-id': id, href: url }, tag('img', { src }))
  return {
    html: element('div', { class: 'youtube-video message_inline_image' }, image),
    isImage: true,
    replacesLink: false,
  }
}

export function videoIdOf(url: string): string | undefined {
  if (!FIRST_OF_HOST.includes(url[url.indexOf('://') + 3] ?? ' ')) return undefined
  const site = SITE.exec(url)
  if (site === null) return undefined
  const [, short, path = '', query = ''] = site
  const id = short ? path : (PATH.exec(path)?.[1] ?? (path === 'watch' ? new URLSearchParams(query).get('v') : null))
  return id && VIDEO_ID.test(id) ? id : undefined
}
