import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../test/clock.ts'
import { readPage } from './read-page.ts'

const ADDRESS = 'https://example.com/soups/1'
const PICTURE = '<meta property="og:image" content="https://example.com/soup.png">'
/** Below this, noise hides the effect of the length. */
const MEASURABLE_MS = 0.2
const TIMES_LONGER = 16

const timeOf = (html: string): number => cpuTime(() => readPage(html, ADDRESS))

/** The fastest of several runs in turn, because compiling and collecting garbage can only add time. */
function quickest(long: string, short: string): [long: number, short: number] {
  const times = Array.from({ length: 8 }, () => [timeOf(long), timeOf(short)] as const)
  return [Math.min(...times.map(([one]) => one)), Math.min(...times.map(([, one]) => one))]
}

describe('the description of a page', () => {
  test('has the title, the text and the picture that the page names for it', () => {
    const html = `<head><title>Soups</title>${PICTURE}<meta property="og:title" content="Tomato &amp; basil">
      <meta content='Red,\n  and "hot"' property='og:description'></head>`
    expect(readPage(html, ADDRESS)).toEqual({
      kind: 'page',
      title: 'Tomato & basil',
      description: 'Red, and "hot"',
      image: 'https://example.com/soup.png',
    })
  })

  test('has what the page says otherwise, if it names nothing', () => {
    const html = `<TITLE lang=en> Soups\n</TITLE><META NAME=description CONTENT=hot><meta name="twitter:image" content="/a.png">`
    expect(readPage(html, ADDRESS)).toEqual({
      kind: 'page',
      title: 'Soups',
      description: 'hot',
      image: 'https://example.com/a.png',
    })
    expect(readPage(PICTURE, ADDRESS)).toEqual({ kind: 'page', image: 'https://example.com/soup.png' })
  })

  test('takes the first of several, and is cut if it is long', () => {
    const html = `${PICTURE}<meta property="og:image" content="/other.png"><title>${'x'.repeat(300)}</title>`
    expect(readPage(html, ADDRESS)).toMatchObject({
      image: 'https://example.com/soup.png',
      title: `${'x'.repeat(249)}…`,
    })
  })

  test('may have signs that end a tag elsewhere', () => {
    const html = `${PICTURE}<meta content="a > b, <b>c</b> &amp; &apos;d&apos;" name="description"/><title>x</title>`
    expect(readPage(html, ADDRESS)).toMatchObject({ description: "a > b, <b>c</b> & 'd'", title: 'x' })
  })

  test('has nothing that cannot be stored', () => {
    const html = `${PICTURE}<meta property="og:title" content="a&#0;b\0c"><meta name=description content="&#xd800;d">`
    expect(readPage(html, ADDRESS)).toMatchObject({ title: 'a b c', description: '\ufffdd' })
  })

  test.each([
    ['tags that never end', '<meta '],
    ['long names', `<meta ${'a'.repeat(3_990)}>`],
    ['long names and spaces', `<meta ${'a'.repeat(2_000)}${' '.repeat(1_990)}>`],
    ['many signs that begin a tag', `<meta name=a content="${'<'.repeat(3_900)}">`],
    ['many quotes', `<meta ${'a="'.repeat(1_300)}>`],
    ['quotes that never end', `<meta a='b c="`],
    ['many entities', `<meta name=a content="${'&a'.repeat(1_900)}">`],
    ['titles that never end', '<title '],
  ])('is read in a time that grows with the length of a page with %s', (_, part) => {
    const ofLength = (length: number) => part.repeat(Math.ceil(length / part.length))
    const [long, short] = quickest(ofLength(512 * 1024), ofLength((512 * 1024) / TIMES_LONGER))
    // A time that grew with the square of the length would be 256 times as long.
    expect(long, `${short} ms for a sixteenth of it`).toBeLessThan(64 * Math.max(short, MEASURABLE_MS))
  })

  test.each([
    ['nothing', ''],
    ['no picture', '<title>Soup</title><meta property="og:title" content="Soup">'],
    ['an empty one', '<meta property="og:image" content="">'],
    ['a script', '<meta property="og:image" content="javascript:alert(1)">'],
    ['an inline picture', '<meta property="og:image" content="data:image/png;base64,AAAA">'],
    ['a tag that never ends', `<meta property="og:image" content="${'x'.repeat(100_000)}`],
  ])('is not there for a page with %s', (_, html) => {
    expect(readPage(html, ADDRESS)).toBeUndefined()
  })

  test.each(['<meta/a=x', '<meta a=', '<meta a="', '<meta ', '<title>x', '<title', '&#0'])(
    'is read at once from a page with nothing but %j',
    (piece) => {
      expect(readPage(piece.repeat(500_000 / piece.length), ADDRESS)).toBeUndefined()
    },
  )
})
