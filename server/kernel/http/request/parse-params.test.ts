import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { endpoint, json } from '../../../../api/contract.ts'
import { endpoints } from '../../../../api/endpoints/index.ts'
import { createParser, FIRST_MISTAKE } from './parse-params.ts'

const everyParam = Object.values(endpoints).flatMap(({ id, params }) =>
  Object.entries<z.ZodType>(params).map(([name, schema]) => [`${id}: ${name}`, schema] as const),
)

/** Includes issues that a union found in its alternatives. */
const mostIssues = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(
    issues.length,
    ...issues.flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors.map(mostIssues) : [])),
  )

describe('a list', () => {
  it('is not read further after its first wrong element', () => {
    let seen = 0
    const counted = z.preprocess((value) => {
      seen += 1
      return value
    }, z.int())
    const declared = endpoint({
      method: 'POST',
      path: '/x',
      id: 'x',
      group: 'Messages',
      summary: 'x',
      description: 'x',
      auth: 'none',
      params: { ids: json(z.array(counted)) },
      result: {},
      errors: [],
    })
    const ids = JSON.stringify([1, 2, ...Array(1000).fill({})])
    expect(() => createParser(declared)(new Map([['ids', ids]]))).toThrow('ids[2] is not an integer')
    expect(seen).toBe(3)
  })

  it.each(everyParam)('has one issue, however many of its elements are wrong: %s', (_, schema) => {
    for (const element of [{}, [], null, true, 1.5, -1, 9e99, '', 'x']) {
      const parsed = z.safeDecode(schema, JSON.stringify(Array(2000).fill(element)), FIRST_MISTAKE)
      expect(mostIssues(parsed.error?.issues ?? [])).toBeLessThanOrEqual(1)
    }
  })
})
