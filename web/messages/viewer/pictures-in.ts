import { fileNameOf } from '../content/file-name.ts'

export interface Picture {
  readonly name: string
  /** What the author wrote about it. */
  readonly text: string
  /** A small version, which a list shows. */
  readonly thumbnail: string
  /** The picture as a browser can show it, and the file as it was uploaded. */
  readonly full: string
  readonly file: string
  /** Of the file in pixels; 0 if they are not known. */
  readonly width: number
  readonly height: number
}

const FRAMED = '.message_inline_image:not(.youtube-video, .embed-video, .message_inline_video) img, img.inline-image'

/** Formats that browsers lack have a version that they can show, beside the thumbnails. */
function shownFile(image: HTMLImageElement, file: string): string {
  const { transcodedImage } = image.dataset
  if (transcodedImage === undefined) return file
  return `${file.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${transcodedImage}`
}

function readPicture(image: HTMLImageElement): Picture {
  const link = image.closest('a')
  const file = image.dataset['originalSrc'] ?? link?.getAttribute('href') ?? image.src
  const name = fileNameOf(file)
  const [width = 0, height = 0] = (image.dataset['originalDimensions'] ?? '').split('x').map(Number)
  const thumbnail = image.getAttribute('src') ?? file
  // A picture of another site comes through this server.
  const isForeign = image.dataset['originalDimensions'] === undefined
  const text = image.getAttribute('alt') || link?.getAttribute('title') || name
  return { name, text, thumbnail, file, full: isForeign ? thumbnail : shownFile(image, file), width, height }
}

/** The pictures of a message. */
export const picturesIn = (root: ParentNode): Picture[] =>
  [...root.querySelectorAll<HTMLImageElement>(FRAMED)].map(readPicture)
