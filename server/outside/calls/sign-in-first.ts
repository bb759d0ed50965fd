/** Leads on to another site, from a link. A browser does not let the form of the sign-in page lead there. */
export const CONTINUE = '/calls/continue'

/** Where a browser signs in that opens a path under `/calls/` which leads to another site. */
export const signInFirst = (path: string): string =>
  `/login/?next=${encodeURIComponent(`${CONTINUE}?to=${encodeURIComponent(path)}`)}`
