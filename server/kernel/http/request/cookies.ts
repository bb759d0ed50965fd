/** Longer headers are not ours: two cookies of a few dozen characters, beside some of other programs on the host. */
const LONGEST = 8_192

/** The value of a cookie. The first one counts: browsers send the most specific first. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined || header.length > LONGEST) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

interface CookieOptions {
  readonly isSecure: boolean
  /** Seconds. Zero removes the cookie. */
  readonly maxAge: number
  /** Scripts may read it. */
  readonly isReadable?: boolean
}

/** The value of Set-Cookie, for the whole site and for no other host. */
export const writeCookie = (name: string, value: string, { isSecure, maxAge, isReadable }: CookieOptions): string =>
  [
    `${name}=${value}`,
    'Path=/',
    `Max-Age=${maxAge}`,
    'SameSite=Lax',
    ...(isReadable ? [] : ['HttpOnly']),
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
