import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../test/markdown/cases/all.ts'
import { typesetters } from '../test/markdown/cases/typesetters.ts'
import { namedSource } from './named-source.ts'
import { render } from './render.ts'

const named = (source: string) => namedSource(source, render(source, contextOf({}, typesetters)).html)

describe('the source of a text with names', () => {
  test.each([
    ['Hi @**Iago**!', 'Hi @Iago!'],
    ['Hi @_**Iago**!', 'Hi Iago!'],
    ['@**iago|10** and @_**|10**', '@Iago and Iago'],
    ['@**all** @**everyone** @_**channel** @**topic**', '@all @everyone channel @topic'],
    ['@*board* and @_*board*', '@board and board'],
    ['see #**design** and #**design>kick off**', 'see #design and #design > kick off'],
    ['#**design>** and #**design>kick off@9**', '#design > general chat and #design > kick off @ 💬'],
    [
      '**bold** [link](https://example.org/) @**Iago**\n\n- one\n- @**Iago**',
      '**bold** [link](https://example.org/) @Iago\n\n- one\n- @Iago',
    ],
    ['> @**Iago** said\n\n```quote\n@**Iago**\n```', '> Iago said\n\n```quote\nIago\n```'],
    ['`@**Iago**` is @**Iago**', '`@**Iago**` is @Iago'],
    ['```\n@**Iago**\n#**design**\n```\n#**design** @**Iago**', '```\n@**Iago**\n#**design**\n```\n#design @Iago'],
    ['@**Nobody at all** and @**Iago**', '@**Nobody at all** and @Iago'],
    ['@**Iago @**Iago** @**Iago**', '@**Iago @**Iago** @Iago'],
    ['a@**Iago** #**nowhere** @*nobody*', 'a@**Iago** #**nowhere** @*nobody*'],
    ['| a | b |\n|---|---|\n| @**Iago** | `#**design**` |', '| a | b |\n|---|---|\n| @Iago | `#**design**` |'],
    ['@**Iago**@* @*board*', '@Iago@* @board'],
    ['@_*role:administrators* @*hamletcharacters*', 'Administrators @hamletcharacters'],
    ['no reference & <b>', 'no reference & <b>'],
  ])('of %j', (source, text) => {
    expect(named(source)).toBe(text)
  })

  test('differs from it in references only', () => {
    const piece = fc.constantFrom(
      ...[
        '@**Iago**',
        '@_**Iago|10**',
        '@*board*',
        '#**design**',
        '#**design>kick off**',
        '@**',
        '**',
        '*',
        '`',
        '```',
      ],
      ...[' ', '\n', 'x', '> ', '- ', '&', '<', '|', '~~', '$$', '@', '#'],
    )
    const NAMES = /@?Iago|@?board|#design(?: > kick off)?/g
    const REFERENCES = /@_?\*\*Iago(?:\|10)?\*\*|@_?\*board\*|#\*\*design(?:>kick off)?\*\*/g
    const without = (text: string) =>
      text
        .replace(REFERENCES, '')
        .replace(NAMES, '')
        .replace(/[@*_#|\d>]/g, '')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const source = pieces.join('')
        expect(without(named(source))).toBe(without(source))
      }),
      { numRuns: 500 },
    )
  })
})
