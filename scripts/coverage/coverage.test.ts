import { describe, expect, it } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { ERRORS } from '../../api/errors.ts'
import { events } from '../../api/events/index.ts'
import { ClientCapabilities } from '../../api/objects/client-capabilities.ts'
import { EVENT_OPERATORS } from '../../api/objects/narrow.ts'
import { registerShape } from '../../api/objects/register-state.ts'
import { NARROW_TERMS } from '../../server/messages/fetching/narrow-terms.ts'
import { coverageReport, untestedNames } from './coverage.ts'
import { testedOf } from './coverage-record.ts'
import { readInventory } from './inventory.ts'

const inventory = await readInventory()
const routes = [...inventory.operations, ...inventory.undocumentedOperations, ...inventory.ownOperations]
const idOf = (entry: string): string => entry.split(' ', 1)[0]!

describe('the list of names in the contract', () => {
  it('is complete', () => {
    const lengths = Object.entries(inventory).map(([list, names]) => [list, Object.keys(names).length])
    expect(Object.fromEntries(lengths)).toMatchObject({
      operations: 165,
      undocumentedOperations: 29,
      ownOperations: 6,
      events: 89,
      registerFields: 212,
      registerFieldsNeverSent: 3,
      errors: 50,
      narrowTerms: 39,
      queueNarrowTerms: 12,
      capabilities: 12,
    })
  })

  it('contains every name once', () => {
    for (const list of [routes.map(idOf), inventory.registerFields, inventory.narrowTerms, inventory.ownPages]) {
      expect(new Set(list).size).toBe(list.length)
    }
  })

  it('contains everything that is declared', () => {
    const declared = Object.values(endpoints).map(({ id, method, path }) => `${id} ${method} ${path}`)
    expect(declared.filter((name) => !routes.includes(name))).toEqual([])
    expect(Object.keys(events).filter((name) => !inventory.events.includes(name))).toEqual([])
    expect(Object.keys(ERRORS).sort()).toEqual([...inventory.errors, ...inventory.ownErrors].sort())
    expect(NARROW_TERMS.filter((term) => !inventory.narrowTerms.includes(term))).toEqual([])
    expect([...EVENT_OPERATORS].filter((operator) => !inventory.queueNarrowTerms.includes(operator))).toEqual([])
    expect(Object.keys(ClientCapabilities.shape).sort()).toEqual(Object.keys(inventory.capabilities).sort())
  })

  it('lists only its own errors for its own operations', () => {
    const { operationErrors, operations, errors } = inventory
    expect(Object.keys(operationErrors).filter((id) => !operations.map(idOf).includes(id))).toEqual([])
    const named = Object.values(operationErrors).flat()
    expect(named.filter((code) => !errors.includes(code))).toEqual([])
  })

  it('and register declares every field that servers send', () => {
    expect(Object.keys(registerShape).sort()).toEqual([...inventory.registerFields].sort())
  })
})

describe('the coverage report', () => {
  const report = coverageReport(inventory, testedOf(''))

  it('lists everything', () => {
    const names = [
      ...routes.map(idOf),
      ...inventory.events,
      ...inventory.registerFields,
      ...inventory.errors,
      ...inventory.ownErrors,
      ...inventory.narrowTerms,
      ...inventory.queueNarrowTerms,
      ...Object.keys(inventory.capabilities),
      ...inventory.ownPages,
    ]
    for (const name of names) expect(report).toContain(`\n| ${name} |`)
  })

  it('marks a field as constant if nothing can change it', () => {
    expect(report).toContain('\n| realm_embedded_bots | constant |')
    expect(report).toContain('\n| realm_users | yes |')
  })
})

describe('declared names must be seen by tests', () => {
  const untested = (...lines: string[]) => untestedNames(inventory, testedOf(lines.join('\n')))

  it('an operation with all its errors', () => {
    expect(untested()).toContain('Operations: delete-queue')
    expect(untested('operation delete-queue success')).toContain('Operations: delete-queue')
    const all = untested('operation delete-queue success', 'operation delete-queue BAD_EVENT_QUEUE_ID')
    expect(all).not.toContain('Operations: delete-queue')
  })

  it('an event', () => {
    expect(untested()).toContain('Events: message')
    expect(untested('event message')).not.toContain('Events: message')
  })

  it('but not features that do not exist yet', () => {
    expect(untested()).not.toContain('Operations: real-time')
  })
})
