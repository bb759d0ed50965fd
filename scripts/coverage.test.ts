import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { ERRORS } from '../api/errors.ts'
import { events } from '../api/events/index.ts'
import { registerShape } from '../api/objects/register-state.ts'
import { generateCoverage } from './coverage.ts'

const inventory = JSON.parse(readFileSync(new URL('../docs/contract-inventory.json', import.meta.url), 'utf8')) as {
  operations: string[]
  events: string[]
  registerFields: string[]
  errors: string[]
}

describe('the list of names in the contract', () => {
  it('is complete', () => {
    const { operations, events, registerFields, errors } = inventory
    expect([operations.length, events.length, registerFields.length, errors.length]).toEqual([165, 89, 215, 50])
  })

  it('holds everything that is declared', () => {
    const declared = Object.values(endpoints).map(({ id, method, path }) => `${id} ${method} ${path}`)
    expect(declared.filter((name) => !inventory.operations.includes(name))).toEqual([])
    expect(Object.keys(events).filter((name) => !inventory.events.includes(name))).toEqual([])
    expect(Object.keys(ERRORS).sort()).toEqual([...inventory.errors].sort())
  })

  it('and register declares every field of it', () => {
    expect(Object.keys(registerShape).sort()).toEqual([...inventory.registerFields].sort())
  })
})

describe('the coverage document', () => {
  it('is the same every time and names every operation', async () => {
    const text = await generateCoverage()
    expect(await generateCoverage()).toBe(text)
    for (const operation of inventory.operations) expect(text).toContain(`| ${operation.split(' ', 1)[0]} |`)
  })
})
