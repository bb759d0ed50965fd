import { describe, expect, it } from 'vitest'
import { linkifiersOfCases } from '../../test/markdown/cases/linkifiers-world.ts'
import { world } from '../../test/markdown/cases/world.ts'
import type { RenderContext } from '../context.ts'
import { compileLinkifier, patternSize } from '../linkifiers/compile-linkifier.ts'
import { MAX_TOTAL_INSTRUCTIONS } from '../linkifiers/pattern-size.ts'
import { render } from '../render.ts'
import { TooCostly } from '../rendering.ts'

const context: RenderContext = {
  ...world,
  linkifiers: linkifiersOfCases,
  typesetters: { math: () => undefined, highlight: () => undefined },
}

describe('the cost of linkifiers', () => {
  it('is within the budget for an ordinary page full of matches', () => {
    const page = 'Fixed #123 and PROJ-7 today, see parley/web#3.\n'.repeat(200)
    expect(render(page, context).links).toHaveLength(3)
  })

  it('exceeds the budget if every match makes the pattern read far ahead', () => {
    const greedy = compileLinkifier({ id: 9, pattern: '#(?P<id>[0-9]+)(?:.*x)?', urlTemplate: 'https://x.com/{id}' })
    const source = '#1,'.repeat(3000)
    expect(() => render(source, { ...context, linkifiers: [greedy] })).toThrow(TooCostly)
  })

  it('is paid for the longest message and all the patterns that an organization may have', () => {
    const pattern = '(?:[b-y]?){60}#(?P<id>[0-9]+)'
    const all = Array.from({ length: 40 }, (_, id) =>
      compileLinkifier({ id, pattern, urlTemplate: 'https://x.com/{id}' }),
    )
    expect(patternSize(pattern) * all.length).toBeGreaterThan(MAX_TOTAL_INSTRUCTIONS)
    expect(render(`${'a'.repeat(9995)} b#1`, { ...context, linkifiers: all }).links).toEqual(['https://x.com/1'])
  })

  it('finds matches on both sides of the pieces of a long line', () => {
    const source = `${'word '.repeat(250)}#1 ${'word '.repeat(250)}#2`
    expect(render(source, context).links).toHaveLength(2)
  })
})
