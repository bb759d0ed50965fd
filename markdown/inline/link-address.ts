import type { RenderSettings } from '../context.ts'
import { LINK_SCHEMES } from '../html/allowed.ts'

const SCHEME = /^([a-z][a-z0-9+.-]*):(?=.)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from an address before they read its scheme
const UNSEEN = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029]/
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u
const EMAIL = /^[^\s@:/?#]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

/** What a written link's address becomes in `href`; undefined when it may not be one. */
export function linkAddress(written: string, settings: RenderSettings): string | undefined {
  if (written === '' || UNSEEN.test(written)) return undefined
  if (written.startsWith('//')) return `http:${written}`
  if (written.startsWith('/') || written.startsWith('#')) return written
  if (DOMAIN.test(written)) return `http://${written}`
  if (EMAIL.test(written)) return `mailto:${written}`
  const scheme = SCHEME.exec(written)?.[1]?.toLowerCase()
  if (scheme === undefined || !LINK_SCHEMES.includes(scheme)) return undefined
  if (scheme === 'file' && !settings.fileLinks) return undefined
  return withoutOwnUrl(written, settings)
}

/** A link to a place in this application is kept relative, so that it opens without loading anything. */
export function withoutOwnUrl(address: string, { ownUrl }: Pick<RenderSettings, 'ownUrl'>): string {
  const fragment = `${ownUrl}/#`
  return address.startsWith(fragment) ? address.slice(fragment.length - 1) : address
}
