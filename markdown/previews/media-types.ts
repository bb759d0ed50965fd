const IMAGES = ['bmp', 'gif', 'jpe', 'jpeg', 'jpg', 'png', 'webp']
const VIDEOS = ['mov', 'mp4', 'webm']
const SOUNDS = ['aac', 'flac', 'mp3', 'wav']

const ENDING = /^https?:\/\/[^/?#]+\/[^?#]*\.([a-z\d]{2,4})(?:[?#]|$)/i

const SHOWN_VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm'])
const HEARD: ReadonlySet<string> = new Set(['audio/aac', 'audio/flac', 'audio/mpeg', 'audio/wav', 'audio/x-wav'])

export const isVideoType = (contentType: string): boolean => SHOWN_VIDEOS.has(contentType)
export const isAudioType = (contentType: string): boolean => HEARD.has(contentType)

export type Media = 'image' | 'video' | 'audio'

/** The kind of media at an external address, by its file ending. */
export function mediaAt(url: string): Media | undefined {
  // Most addresses have no dot after their host, so the check ends here.
  const path = url.indexOf('/', 'https://'.length)
  if (path === -1 || url.indexOf('.', path) === -1) return undefined
  const ending = ENDING.exec(url)?.[1]?.toLowerCase()
  if (ending === undefined) return undefined
  if (IMAGES.includes(ending)) return 'image'
  if (VIDEOS.includes(ending)) return 'video'
  return SOUNDS.includes(ending) ? 'audio' : undefined
}
