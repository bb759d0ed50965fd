import type { RenderSettings } from '../context.ts'
import { LINK_SCHEMES } from '../html/allowed.ts'

const SCHEME = /^([a-z][a-z0-9+.-]*):(?=.)/i
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u
const EMAIL = /^[\p{L}\p{N}\p{M}.!$%&'*+=^_{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u
/** Blanks may stand in a path, but not in a host, nor before what seems to be a title. */
const MISPLACED_BLANK = / ["']|^[^/?#]*\/\/[^/?#]* /
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from an address before they read its scheme
const UNSEEN = /[\u0000-\u001F\u007F-\u00A0\u2028\u2029]/

/** What a written link's address becomes in `href`; undefined when it may not be one. */
export function linkAddress(written: string, settings: RenderSettings): string | undefined {
  // By its beginning first: of many that lie in one another, none is read to its end for nothing.
  const address = withScheme(written, settings)
  if (address === undefined || MISPLACED_BLANK.test(written) || UNSEEN.test(written)) return undefined
  return withoutOwnUrl(address.includes(' ') ? address.replaceAll(' ', '%20') : address, settings)
}

function withScheme(written: string, settings: RenderSettings): string | undefined {
  // The most usual ones first.
  if (written.startsWith('https://') || written.startsWith('http://')) return written
  if (written.startsWith('//')) return `http:${written}`
  if (written.startsWith('/') || written.startsWith('#')) return written
  if (DOMAIN.test(written)) return `http://${written}`
  if (EMAIL.test(written)) return `mailto:${written}`
  const scheme = SCHEME.exec(written)?.[1]?.toLowerCase()
  if (scheme === undefined || !LINK_SCHEMES.includes(scheme)) return undefined
  return scheme === 'file' && !settings.fileLinks ? undefined : written
}

/** A link to a place in this application is kept relative, so that it opens without loading anything. */
export function withoutOwnUrl(address: string, { ownUrl }: Pick<RenderSettings, 'ownUrl'>): string {
  const isFragment = address.startsWith(ownUrl) && address.startsWith('/#', ownUrl.length)
  return isFragment ? address.slice(ownUrl.length + 1) : address
}
