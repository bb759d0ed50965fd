import type { RenderSettings } from '../context.ts'
import { LINK_SCHEMES } from '../html/allowed.ts'
import { withNamedCharacters } from '../text/named-characters.ts'

const SCHEME = /^([a-z][a-z0-9+.-]*):(?=.)/i
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u
const EMAIL = /^[\p{L}\p{N}\p{M}.!$%&'*+=^_{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u
/** A blank is allowed in a path, but not in a host or before an apparent title. */
const MISPLACED_BLANK = / ["']|^[^/?#]*\/\/[^/?#]* /
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these before they read the scheme
const UNSEEN = /[\u0000-\u001F\u007F-\u00A0\u2028\u2029]/

/** The `href` of a written link's address. Undefined if it is not allowed. */
export function linkAddress(written: string, settings: RenderSettings): string | undefined {
  // Checks the start first, so that many nested addresses are not read to their end for nothing.
  if (withScheme(written, settings) === undefined) return undefined
  const named = withNamedCharacters(written)
  const address = withScheme(named, settings)
  if (address === undefined || MISPLACED_BLANK.test(named) || UNSEEN.test(named)) return undefined
  return withoutOwnUrl(address.includes(' ') ? address.replaceAll(' ', '%20') : address, settings)
}

function withScheme(written: string, settings: RenderSettings): string | undefined {
  // The most frequent ones first.
  if (written.startsWith('https://') || written.startsWith('http://')) return written
  if (written.startsWith('//')) return `http:${written}`
  if (written.startsWith('/') || written.startsWith('#')) return written
  if (DOMAIN.test(written)) return `http://${written}`
  if (EMAIL.test(written)) return `mailto:${written}`
  const scheme = SCHEME.exec(written)?.[1]?.toLowerCase()
  if (scheme === undefined || !LINK_SCHEMES.includes(scheme)) return undefined
  return scheme === 'file' && !settings.fileLinks ? undefined : written
}

/** Makes a link to a place in this application relative, so that it opens without loading a page. */
export function withoutOwnUrl(address: string, { ownUrl }: Pick<RenderSettings, 'ownUrl'>): string {
  const isFragment = address.startsWith(ownUrl) && address.startsWith('/#', ownUrl.length)
  return isFragment ? address.slice(ownUrl.length + 1) : address
}
