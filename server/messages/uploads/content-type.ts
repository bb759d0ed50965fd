const BY_EXTENSION: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  txt: 'text/plain',
}

const UNKNOWN = 'application/octet-stream'

/** Pictures that all browsers show. They are known by their bytes. */
const SHOWN_PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** HEIF is the container; the only content that can be decoded is AVIF. */
export const pictureType = (format: string): string => `image/${format === 'heif' ? 'avif' : format}`

/** By the extension, from a list of types in which nothing can run. What the client says is not believed. */
export function typeByName(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension]! : UNKNOWN
}

const INLINE = new Set([...SHOWN_PICTURES, ...Object.values(BY_EXTENSION)])

/** May a browser show it in place? Everything else is downloaded. */
export const isShownInline = (type: string): boolean => INLINE.has(type)
