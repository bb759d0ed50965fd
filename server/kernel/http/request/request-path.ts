const SLASH = 47

/** The start of the path. Some clients send the full address. */
const pathStart = (url: string): number =>
  url.charCodeAt(0) === SLASH ? 0 : url.indexOf('/', url.indexOf('://') + '://'.length)

function pathEnd(url: string): number {
  const query = url.indexOf('?', 1)
  const fragment = url.indexOf('#', 1)
  if (fragment >= 0 && (query < 0 || fragment < query)) return fragment
  return query < 0 ? url.length : query
}

/**
 * The decoded path. An encoded slash and other characters with a meaning in an address stay encoded. Null if there is
 * no path, or if the encoding is invalid.
 */
export function pathOf(url: string): string | null {
  const start = pathStart(url)
  if (start < 0) return null
  const path = url.slice(start, pathEnd(url))
  if (!path.includes('%')) return path
  try {
    return decodeURI(path.replaceAll('%25', '%2525'))
  } catch {
    return null
  }
}
