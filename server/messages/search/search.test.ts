import { describe, expect, test } from 'vitest'
import { registerQueue } from '../../../api/endpoints/events.ts'
import { startTestServer } from '../../../test/harness.ts'
import { highlight } from './highlight.ts'
import { messageLexemes, topicLexemes } from './lexemes.ts'
import { parseSearch } from './parse-search.ts'
import { STOP_WORDS } from './stop-words.ts'

const found = (html: string) => messageLexemes(html).split(' ').filter(Boolean)

describe('the lexemes of a message', () => {
  test('are its words and their stems, without tags, stop words and signs', () => {
    const html =
      '<p>The <strong>rain</strong>s &amp; winds<br>of 1987: <code>x_y</code></p><ul><li>a</li><li>ends</li></ul>'
    expect(found(html)).toEqual(['rains', 'rain', 'winds', 'wind', '1987', 'x', 'y', 'ends', 'end'])
    expect(found('<p></p>')).toEqual([])
  })

  test('have one form for each letter', () => {
    expect(topicLexemes('ＣＡＦÉ Cafe\u0301 so\u00adft ½ Œuvre')).toBe('cafe soft 12 oeuvre oeuvr')
    expect(topicLexemes('\u1112\u1161\u11ab ｶﾞ か\u3099')).toBe('한 ガ が')
  })

  test('are pairs of characters where a script has no blanks', () => {
    expect(topicLexemes('iPhone手机壳, 手')).toBe('iphone iphon 手机 机壳 壳 手')
  })

  test('name the people whom it mentions, but not silently', () => {
    const mention = (id: number, more = '') => `<span class="user-mention${more}" data-user-id="${id}">@Ann</span>`
    expect(
      found(`<p>${mention(17)} ${mention(18, ' silent')} &lt;span class="user-mention" data-user-id="19"&gt;</p>`),
    ).toEqual(expect.arrayContaining(['ann', '@17']))
    expect(found(`<p>${mention(18, ' silent')}</p>`)).not.toContain('@18')
  })

  test('are bounded, whatever the text', () => {
    const letters = found(`<p>${'ﷺ'.repeat(10_000)} ${'x'.repeat(10_000)}</p>`)
    for (const lexeme of letters) expect(Buffer.byteLength(lexeme)).toBeLessThan(2_000)
    const many = Array.from({ length: 30_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7) % 20_000))).join('')
    expect(messageLexemes(many.repeat(3)).length).toBeLessThan(200_000)
  })
})

describe('highlighting', () => {
  const marked = (html: string, text: string) =>
    highlight(html, parseSearch(text)).replaceAll(/<span class="highlight">(.*?)<\/span>/g, '[$1]')

  test('marks forms and beginnings of words, also in phrases', () => {
    expect(marked('<p>Running runs a runner</p>', 'run')).toBe('<p>[Running] [runs] a [runner]</p>')
    expect(marked('<p>Crème, creme</p>', '"crème"')).toBe('<p>[Crème], [creme]</p>')
    expect(marked('<p>nothing</p>', 'the')).toBe('<p>nothing</p>')
  })

  test('leaves tags, entities and formulas alone', () => {
    expect(marked('<p title="span quot">a &quot;quot&quot; &amp; span</p>', 'quot span')).toBe(
      '<p title="span quot">a &quot;[quot]&quot; &amp; [span]</p>',
    )
    expect(marked('<math><mi>x</mi></math> x', 'x')).toBe('<math><mi>x</mi></math> [x]')
  })

  test('marks characters in a row where a script has no blanks', () => {
    expect(marked('人人自由平等', '平等 自由')).toBe('人人[自由平等]')
    expect(marked('ทำงาน', 'ทำ')).toBe('[ทำ]งาน')
  })
})

test('register has the words that search ignores', async () => {
  const server = await startTestServer()
  const { stop_words } = await server.owner.call(registerQueue, { fetch_event_types: ['stop_words'] })
  await server.close()
  expect(stop_words).toEqual(STOP_WORDS)
  expect(stop_words).toContain('the')
})
