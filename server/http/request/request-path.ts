const SLASH = 47

/** Where the path begins: some clients say the whole address. */
const pathStart = (url: string): number =>
  url.charCodeAt(0) === SLASH ? 0 : url.indexOf('/', url.indexOf('://') + '://'.length)

function pathEnd(url: string): number {
  const query = url.indexOf('?', 1)
  const fragment = url.indexOf('#', 1)
  if (fragment >= 0 && (query < 0 || fragment < query)) return fragment
  return query < 0 ? url.length : query
}

/**
 * The path with its letters decoded; an encoded slash, like all that means something in an address, still encoded. Null
 * when there is none, or what is encoded is not text.
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
