import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FIXTURES } from '../../../test/integrations/payloads/all.ts'
import { INTEGRATIONS } from './all.ts'
import { DeliveryHeaders } from './headers.ts'
import { Payload } from './payload.ts'

test('every integration has fixtures, and their names fit into an address', () => {
  expect(INTEGRATIONS.map(({ name }) => name).sort()).toEqual(Object.keys(FIXTURES))
  for (const { name } of INTEGRATIONS) expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
})

test('the page about integrations lists all of them', () => {
  const page = readFileSync(new URL('../../../docs/integrations.md', import.meta.url), 'utf8')
  for (const { name } of INTEGRATIONS) expect(page).toContain(`| \`${name}\` |`)
})

describe.each(INTEGRATIONS.map((integration) => [integration.name, integration] as const))(
  '%s',
  (name, integration) => {
    const fixtures = FIXTURES[name] ?? []

    test.each(fixtures.map((fixture) => [fixture.name, fixture] as const))(
      '%s',
      (_, { headers = {}, payload, expected }) => {
        const given = new Map(Object.entries(headers))
        const found = new DeliveryHeaders((header) => given.get(header))
        expect(integration.read(new Payload(payload), found)).toEqual(expected)
      },
    )

    test('has a fixture for each of its events', () => {
      const shown = new Set(fixtures.flatMap(({ expected }) => expected?.event ?? []))
      const missing = (integration.eventTypes ?? []).filter((event) => !shown.has(event))
      expect(missing).toEqual([])
    })
  },
)
