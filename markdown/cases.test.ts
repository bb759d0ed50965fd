import { describe, expect, test } from 'vitest'
import { cases, contextOf, groups } from '../test/markdown/cases/all.ts'
import { rows } from '../test/markdown/cases/rows.ts'
import { typesetters } from '../test/markdown/cases/typesetters.ts'
import { unsafeIn } from '../test/markdown/safety/check-html.ts'
import { render } from './render.ts'

describe.each(groups)('$title', ({ cases: ofGroup }) => {
  test.each(ofGroup)('$name', (one) => {
    const rendering = render(one.source, contextOf(one, typesetters))
    expect(rendering.html).toBe(one.html)
    expect(unsafeIn(rendering.html)).toBeUndefined()
    for (const [field, value] of Object.entries(one.says ?? {})) expect(rendering).toHaveProperty(field, value)
  })
})

describe('the cases', () => {
  const names = cases.map(({ name }) => name)

  test('are many', () => expect(names.length).toBeGreaterThanOrEqual(400))

  test('have names of their own', () => {
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  test.each(rows)('show: $row', ({ shownBy }) => {
    expect(shownBy.length).toBeGreaterThan(0)
    expect(shownBy.filter((name) => !names.includes(name))).toEqual([])
  })
})
