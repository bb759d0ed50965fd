/** Credentials without a host, as in `postgres://ada@/parley?host=/run/postgresql`, which `URL` refuses. */
const BEFORE_NO_HOST = /^([a-z]+:\/\/)[^/?#]*@(?=\/)/

/**
 * The place of this database for people to read, without user and password. Null if the address cannot be used. The
 * folder of a socket follows the question mark, as for `psql`.
 */
export function databasePlace(text: string): string | null {
  const url = URL.parse(text.replace(BEFORE_NO_HOST, '$1'))
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return null
  // The password contains an unescaped / ? or #, and the apparent place is part of the password.
  if (url.hash !== '' || `${url.pathname}${url.search}`.includes('@')) return null
  const host = url.searchParams.get('host') || url.host
  return host === '' ? null : `${host}${url.pathname}`
}
