import type { Rendering } from '../../../markdown/rendering.ts'
import type { Actor } from '../actor.ts'
import type { Site } from './site.ts'

/** The pages of other sites that a text links to. */
export function pagesIn({ links }: Pick<Rendering, 'links'>, { url }: Site): string[] {
  const { origin: own } = new URL(url)
  return links.filter((link) => /^https?:/i.test(link) && URL.parse(link)?.origin !== own)
}

/** True if pages that a new text links to are to be fetched, which takes too long for the request. */
export const previewsLinks = ({ realm, user }: Actor, site: Site, rendering: Rendering): boolean =>
  realm.info.settings.inline_url_embed_preview &&
  site.showsPreviews &&
  !user.isBot &&
  pagesIn(rendering, site).length > 0
