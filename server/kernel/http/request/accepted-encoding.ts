import type { IncomingHttpHeaders } from 'node:http'

export type Encoding = 'br' | 'gzip' | 'identity'

/** `gzip, br;q=0` accepts the first and refuses the second. */
export function preferredEncoding(accepted: string): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]!.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity'
}

/**
 * The encoding for an answer with private content. What a page of another site made a browser ask for is not
 * compressed: the length would tell whether a guess in the request occurs in the answer too. See docs/adr/0074.
 */
export function encodingFor({ 'accept-encoding': accepted, 'sec-fetch-site': site }: IncomingHttpHeaders): Encoding {
  if (accepted === undefined || (site !== undefined && site !== 'same-origin')) return 'identity'
  return preferredEncoding(String(accepted))
}
