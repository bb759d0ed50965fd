/** The box into which a thumbnail fits. The address of a thumbnail in a message names it. */
export const THUMBNAIL_BOX = { width: 840, height: 560 }

export const THUMBNAIL_FORMATS = [
  { variant: 'anim', name: '840x560-anim.webp', isAnimated: true },
  { variant: 'still', name: '840x560.webp', isAnimated: false },
] as const

/** The whole picture, for formats that browsers do not show. */
export const TRANSCODED_BOX = { width: 4032, height: 3024 }
export const TRANSCODED_FORMAT = { variant: 'full', name: '4032x3024.webp' } as const

/** Of the formats that browsers do not show, TIFF is the one that can be decoded. */
export const isTranscoded = (contentType: string): boolean => contentType === 'image/tiff'

type ThumbnailFormat = (typeof THUMBNAIL_FORMATS)[number]
export type ThumbnailVariant = ThumbnailFormat['variant'] | 'full'

interface PictureInfo {
  readonly content_type: string
  readonly is_animated: boolean
  readonly width: number | null
}

/** The small pictures that a file has. */
export const formatsOf = ({ content_type: type, is_animated: moves, width }: PictureInfo) =>
  width === null
    ? []
    : [
        ...THUMBNAIL_FORMATS.filter(({ isAnimated }) => !isAnimated || moves),
        ...(isTranscoded(type) ? [TRANSCODED_FORMAT] : []),
      ]

export const presentFormat = ({ name, isAnimated }: ThumbnailFormat) => ({
  name,
  max_width: THUMBNAIL_BOX.width,
  max_height: THUMBNAIL_BOX.height,
  format: 'webp',
  animated: isAnimated,
})
