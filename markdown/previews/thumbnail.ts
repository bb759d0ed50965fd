import type { Upload } from '../context.ts'
import type { AttributesOf } from '../html/tag.ts'

type Picture = NonNullable<Upload['image']>

const LOADING = '/static/images/loading/loader-black.svg'
const MISSING = '/static/images/errors/image-not-exist.png'

/** The attributes of a thumbnail of this server and its full picture, in the order of writing. */
export function thumbnailAttributes(
  path: string,
  contentType: string,
  picture: Picture,
  inline?: { readonly alt: string },
): AttributesOf<'img'> {
  const classes = [inline && 'inline-image', picture.thumbnail === 'pending' && 'image-loading-placeholder']
  return {
    alt: inline?.alt,
    class: classes.filter(Boolean).join(' ') || undefined,
    'data-animated': picture.isAnimated ? 'true' : undefined,
    'data-original-content-type': contentType,
    'data-original-dimensions': `${picture.width}x${picture.height}`,
    'data-original-src': inline && path,
    'data-transcoded-image': picture.transcodedName,
    src: sourceOf(path, picture),
  }
}

function sourceOf(path: string, { thumbnail, isAnimated }: Picture): string {
  if (thumbnail === 'pending') return LOADING
  if (thumbnail === 'missing') return MISSING
  return `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560${isAnimated ? '-anim' : ''}.webp`
}
