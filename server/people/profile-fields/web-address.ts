const SCHEMES = ['http:', 'https:', 'ftp:', 'ftps:']

/** An absolute address that a client may show as a link; never one that runs something. */
export function isWebAddress(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false
  return SCHEMES.includes(new URL(text).protocol)
}
