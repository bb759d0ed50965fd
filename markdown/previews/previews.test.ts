import { describe, expect, it } from 'vitest'
import { world } from '../../test/markdown/cases/world.ts'
import type { RenderContext } from '../context.ts'
import { render } from '../render.ts'
import { videoIdOf } from './youtube-preview.ts'

const context: RenderContext = {
  ...world,
  linkifiers: [],
  typesetters: { math: () => undefined, highlight: () => undefined },
}
const pictures = (count: number): string =>
  Array.from({ length: count }, (_, index) => `https://example.com/${index}.png`).join(' ')
const previewsIn = (source: string): number => render(source, context).html.split('message_inline_image').length - 1

describe('previews', () => {
  it('are made up to the allowed number of addresses, and not at all above it', () => {
    expect(previewsIn(pictures(24))).toBe(24)
    expect(previewsIn(pictures(25))).toBe(0)
  })

  it('count an address once', () => {
    expect(previewsIn(`${pictures(24)} ${pictures(24)}`)).toBe(24)
  })

  it('count addresses without a preview', () => {
    expect(previewsIn(`${pictures(24)} https://example.com`)).toBe(0)
  })

  it.each([
    ['https://www.youtube.com/watch?v=hx1mjT73xYE', 'hx1mjT73xYE'],
    ['https://m.youtube.com/watch?v=hx1mjT73xYE&t=1', 'hx1mjT73xYE'],
    ['https://www.youtube-nocookie.com/embed/hx1mjT73xYE', 'hx1mjT73xYE'],
    ['https://youtu.be/hx1mjT73xYE', 'hx1mjT73xYE'],
    ['https://www.youtube.com/live/hx1mjT73xYE?x', 'hx1mjT73xYE'],
    ['https://notyoutube.com/watch?v=hx1mjT73xYE', undefined],
    ['https://youtube.com.evil.com/watch?v=hx1mjT73xYE', undefined],
    ['https://www.youtube.com/watch', undefined],
    ['https://youtu.be/', undefined],
  ])('recognise the video of %s', (url, id) => {
    expect(videoIdOf(url)).toBe(id)
  })
})
