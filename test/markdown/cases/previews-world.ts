import type { Embed, RenderContext } from '../../../markdown/context.ts'
import { world } from './world.ts'

const withEmbed = (address: string, embed: Embed): Partial<RenderContext> => ({
  embed: (url) => (url === address ? embed : undefined),
})

export const withoutPreviews: Partial<RenderContext> = {
  settings: { ...world.settings, inlineImagePreview: false },
}

export const withoutProxy: Partial<RenderContext> = {
  settings: { ...world.settings, proxied: () => undefined },
}

export const withPage = withEmbed('https://example.com/page', {
  kind: 'page',
  title: 'A page & more',
  description: 'About <b>things</b>',
  image: 'https://example.com/cover.png',
})

export const withBadPage: Partial<RenderContext> = {
  ...withEmbed('https://example.com/page', {
    kind: 'page',
    title: '"><script>',
    image: 'https://example.com/a.png");color:red;("\\',
  }),
  settings: { ...world.settings, proxied: (url) => `/proxied/${url}` },
}

export const withBarePage = withEmbed('https://example.com/page', { kind: 'page', image: 'https://example.com/x.png' })

export const withVideo = withEmbed('https://example.com/video', {
  kind: 'video',
  html: '<iframe src="https://player.example.com/1"></iframe>',
  title: 'A video',
  image: 'https://example.com/still.jpg',
})
