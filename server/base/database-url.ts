/** Credentials before no host at all, as in `postgres://ada@/parley?host=/run/postgresql`, which `URL` refuses. */
const BEFORE_NO_HOST = /^([a-z]+:\/\/)[^/?#]*@(?=\/)/

/**
 * Where the database of this address is, for people: no user, no password. Null when the address cannot be used. A
 * socket's folder stands behind the question mark, as for `psql`.
 */
export function databasePlace(text: string): string | null {
  const url = URL.parse(text.replace(BEFORE_NO_HOST, '$1'))
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return null
  // Then the password has one of / ? # in it, and what looks like the place is a part of it.
  if (url.hash !== '' || `${url.pathname}${url.search}`.includes('@')) return null
  const host = url.searchParams.get('host') || url.host
  return host === '' ? null : `${host}${url.pathname}`
}
