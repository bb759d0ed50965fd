import { hostileEntry } from './refusals.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/

/** Folders that desktop systems add to archives and to folders. */
const CLUTTER = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/

/** What desktop systems add is not part of an export. */
export const isClutter = (path: string): boolean => CLUTTER.test(path)

/** Refuses an entry whose path leads out of the archive. Nothing is written to such a path, but an export has none. */
export function checkPath(archive: string, path: string): void {
  const problem = problemOf(path)
  if (problem !== undefined) throw hostileEntry(archive, path, problem)
}

function problemOf(path: string): string | undefined {
  if (CONTROL.test(path)) return 'has a control character in its name'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'has an absolute path'
  if (path.split(/[/\\]/).includes('..')) return 'leads out of the archive'
  return undefined
}
