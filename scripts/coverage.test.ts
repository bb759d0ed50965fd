import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { ERRORS } from '../api/errors.ts'
import { events } from '../api/events/index.ts'
import { registerShape } from '../api/objects/register-state.ts'
import { generateCoverage, outcomesToSee } from './coverage.ts'

const inventory = JSON.parse(readFileSync(new URL('../docs/contract-inventory.json', import.meta.url), 'utf8')) as {
  operations: string[]
  events: string[]
  registerFields: string[]
  errors: string[]
  operationErrors: Record<string, string[]>
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

  it('says of its own operations which of its own errors they answer', () => {
    const ids = inventory.operations.map((operation) => operation.split(' ', 1)[0])
    const { operationErrors } = inventory
    expect(Object.keys(operationErrors).filter((id) => !ids.includes(id))).toEqual([])
    expect(
      Object.values(operationErrors)
        .flat()
        .filter((code) => !inventory.errors.includes(code)),
    ).toEqual([])
  })

  it('and register declares every field of it', () => {
    expect(Object.keys(registerShape).sort()).toEqual([...inventory.registerFields].sort())
  })
})

describe('an operation is not tested before tests received', () => {
  it('what it declares', () => {
    expect(outcomesToSee({ auth: 'user', errors: ['BAD_NARROW'] })).toEqual(['success', 'BAD_NARROW'])
  })

  it.each(['administrator', 'owner'] as const)('the refusal of everybody but an %s', (auth) => {
    expect(outcomesToSee({ auth, errors: [] })).toEqual(['success', 'UNAUTHORIZED_PRINCIPAL'])
  })

  it('the errors the contract names for it, be they common', () => {
    const named = ['BAD_REQUEST', 'REACTION_ALREADY_EXISTS']
    expect(outcomesToSee({ auth: 'user', errors: ['REACTION_ALREADY_EXISTS'] }, named).sort()).toEqual([
      ...named,
      'success',
    ])
  })
})

describe('the coverage document', () => {
  it('is the same every time and names every operation', async () => {
    const text = await generateCoverage()
    expect(await generateCoverage()).toBe(text)
    for (const operation of inventory.operations) expect(text).toContain(`| ${operation.split(' ', 1)[0]} |`)
  })
})
