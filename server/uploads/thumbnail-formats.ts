/** The box into which a thumbnail fits. The address of a thumbnail in a message names it. */
export const THUMBNAIL_BOX = { width: 840, height: 560 }

export const THUMBNAIL_FORMATS = [
  { variant: 'anim', name: '840x560-anim.webp', isAnimated: true },
  { variant: 'still', name: '840x560.webp', isAnimated: false },
] as const

type ThumbnailFormat = (typeof THUMBNAIL_FORMATS)[number]
export type ThumbnailVariant = ThumbnailFormat['variant']

export const presentFormat = ({ name, isAnimated }: ThumbnailFormat) => ({
  name,
  max_width: THUMBNAIL_BOX.width,
  max_height: THUMBNAIL_BOX.height,
  format: 'webp',
  animated: isAnimated,
})
