import type { RenderContext } from '../context.ts'
import { embedPreview } from './embed-preview.ts'
import { mediaPreview } from './media-preview.ts'
import type { Preview, PreviewedLink } from './preview.ts'
import { youtubePreview } from './youtube-preview.ts'

export function previewOf(link: PreviewedLink, context: RenderContext): Preview | undefined {
  const pictured = context.settings.inlineImagePreview
    ? (mediaPreview(link, context) ?? youtubePreview(link, context))
    : undefined
  return pictured ?? embedPreview(link, context)
}
