import { describe, expect, test } from 'vitest'
import { contextOf } from '../test/markdown/cases/all.ts'
import { typesetters } from '../test/markdown/cases/typesetters.ts'
import { world } from '../test/markdown/cases/world.ts'
import { makeAlertWordFinder } from './alert-words.ts'
import { render } from './render.ts'
import { TooCostly } from './rendering.ts'

const context = contextOf({}, typesetters)
const textOf = (source: string): string => render(source, context).text

describe('plain text', () => {
  test('has a line for each block and no markup', () => {
    expect(textOf('# a\n\n* *b* **c**\n* d\n\n> e\nf')).toBe('a\nb c\nd\ne\nf')
  })

  test('contains code, formulas and times as readers see them', () => {
    expect(textOf('`a` $$x$$ <time:2017-06-05>\n```js\nlet b\n```')).toBe('a x 2017-06-05\nlet b')
  })

  test('contains the text of a link and of a mention', () => {
    expect(textOf('[a](http://example.org) @**Iago** #**design>x**')).toBe('a @Iago #design > x')
  })

  test('contains the header and the content of a spoiler', () => {
    expect(textOf('```spoiler a *b*\nc\n```')).toBe('a b\nc')
  })

  test('keeps the cells of a row on its line', () => expect(textOf('|a|b|\n|-|-|\n|c|d|')).toBe('a b\nc d'))
})

describe('alert words', () => {
  const alertWords = makeAlertWordFinder(['lunch', 'deploy'])
  const hits = (source: string): readonly string[] => render(source, { ...context, alertWords }).alertWords

  test('are found in text, headings, links and quotes', () => {
    expect(hits('**lunch**?')).toEqual(['lunch'])
    expect(hits('# lunch')).toEqual(['lunch'])
    expect(hits('[lunch](http://example.org)')).toEqual(['lunch'])
    expect(hits('> lunch')).toEqual(['lunch'])
  })

  test('are not found in code', () => {
    expect(hits('`lunch`')).toEqual([])
    expect(hits('```\nlunch\n```')).toEqual([])
    expect(hits('    lunch')).toEqual([])
  })

  test('are not found in addresses', () => {
    expect(hits('http://example.org/lunch')).toEqual([])
    expect(hits('[a](http://example.org/lunch)')).toEqual([])
  })

  test('are not found across code', () => expect(hits('dep`x`loy')).toEqual([]))
})

describe('the budget', () => {
  const poor = { ...context, limits: { ...world.limits, work: 50 } }

  test('is enough for a short text', () => expect(render('short', poor).html).toBe('<p>short</p>'))

  test('refuses a text that costs more', () => expect(() => render('long '.repeat(20), poor)).toThrow(TooCostly))

  test('refuses the same source everywhere', () => {
    const outcomes = [1, 2, 3].map(() => {
      try {
        return render('* a\n'.repeat(12), poor).html
      } catch (error) {
        return error instanceof TooCostly
      }
    })
    expect(new Set(outcomes).size).toBe(1)
  })
})

describe('typesetting', () => {
  test('is limited to some languages per message', () => {
    const { html } = render(
      ['js', 'py', 'c', 'go', 'rust'].map((name) => `\`\`\`${name}\n1\n\`\`\``).join('\n'),
      context,
    )
    expect(html.split('<span class="mi">1</span>').length - 1).toBe(3)
    expect(html).toContain('data-code-language="Rust"')
  })

  test('is limited for unusual code', () => {
    const { html } = render(`\`\`\`js\n${'x'.repeat(1000)} 1\n\`\`\`\n\`\`\`js\n${'x'.repeat(1000)} 2\n\`\`\``, context)
    expect(html).toContain('<span class="mi">1</span>')
    expect(html).not.toContain('<span class="mi">2</span>')
  })

  test('reuses the result of a repeated formula', () => {
    let set = 0
    const math = (): string => `<span class="katex">${++set}</span>`
    const { html } = render('$$x$$ $$x$$ $$y$$', { ...context, typesetters: { ...typesetters, math } })
    expect(html).toBe(`<p>${[1, 1, 2].map((n) => `<span class="katex">${n}</span>`).join(' ')}</p>`)
  })

  test('is limited to some formulas', () => {
    const { html } = render(Array.from({ length: 101 }, (_, n) => `$$${n}$$`).join(' '), context)
    expect(html.split('class="katex"').length - 1).toBe(100)
    expect(html).toContain('<span class="tex-error">$$100$$</span>')
  })
})

test('the JSON contains all properties', () => {
  expect(JSON.parse(JSON.stringify(render('*a* http://example.org', context)))).toMatchObject({
    html: '<p><em>a</em> <a href="http://example.org">http://example.org</a></p>',
    text: 'a http://example.org',
    links: ['http://example.org'],
    mentions: { people: [] },
  })
})

test('a status message is recognised by its first word', () => {
  expect(render('/me waves', context)).toMatchObject({ isMeMessage: true, html: '<p>/me waves</p>' })
  expect(render('/me', context).isMeMessage).toBe(false)
  expect(render(' /me waves', context).isMeMessage).toBe(false)
})
