/** What the name becomes if nothing of it can stay. */
const FALLBACK = 'uploaded-file'
const MAX_FILE_NAME_LENGTH = 150
const MAX_EXTENSION_LENGTH = 20

/** The name of a file as it stands in its address: letters and digits of all languages, `.`, `-` and `_`. */
export function safeName(written: string): string {
  const kept = written
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replaceAll(/[-\s]+/g, '-')
  return shorten(/^\.*$/.test(kept) ? FALLBACK : kept)
}

const MAX_STORED_NAME_LENGTH = 255

/** The name of a file as its owner sees it: as it was uploaded, unless it is too long or cannot be shown. */
export function shownName(written: string): string {
  const name = written.toWellFormed()
  const isShown = name.trim() !== '' && name.length <= MAX_STORED_NAME_LENGTH && !/\p{Cc}/u.test(name)
  return isShown ? name : safeName(written)
}

/** The extension stays, because it says how to open the file. */
function shorten(name: string): string {
  const points = [...name]
  if (points.length <= MAX_FILE_NAME_LENGTH) return name
  const dot = points.lastIndexOf('.')
  const extension = points.length - dot <= MAX_EXTENSION_LENGTH && dot > 0 ? points.slice(dot) : []
  return [...points.slice(0, MAX_FILE_NAME_LENGTH - extension.length), ...extension].join('')
}

export interface FilePath {
  readonly realmId: number
  readonly token: string
  /** It is written as in the address. */
  readonly name: string
}

/** The path in addresses, after `/user_uploads/`. */
export const pathId = ({ realmId, token, name }: FilePath): string => `${realmId}/${token}/${name}`

/** Null for what cannot be the path of an upload. */
export function readPath(text: string): FilePath | null {
  const [, realm, token, name] = /^(\d{1,9})\/([0-9a-f]{40})\/([^/]+)$/.exec(text) ?? []
  if (realm === undefined || token === undefined || name === undefined) return null
  return { realmId: Number(realm), token, name: decoded(name) }
}

/** Messages may have the name percent-encoded. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
