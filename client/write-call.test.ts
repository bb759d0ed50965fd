import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../api/contract.ts'
import { endpoints } from '../api/endpoints/index.ts'
import type { Examples } from '../api/examples.ts'
import { API_PREFIX } from '../api/prefix.ts'
import { encodeCall } from './encode.ts'
import { type CallName, writeCall } from './write-call.ts'

const examples = JSON.parse(readFileSync('docs/api/examples.json', 'utf8')) as Examples
const names = Object.entries(endpoints as Record<string, Endpoint>)

/** The arguments that a caller of the typed client passed for these texts. */
function argsOf({ params }: Endpoint, request: Readonly<Record<string, string>>): Record<string, unknown> | null {
  const known = Object.entries(request).filter(([name, text]) => params[name] && !text.startsWith('@'))
  const read = known.map(([name, text]) => [name, z.safeDecode(params[name]!, text)] as const)
  if (read.some(([, { success }]) => !success)) return null
  return Object.fromEntries(read.map(([name, { data }]) => [name, data]))
}

describe('the table of calls', () => {
  const requests = names.flatMap(([name, endpoint]) => {
    const { success, error } = examples[endpoint.id] ?? {}
    return [success, error].flatMap((example) => {
      const args = example && argsOf(endpoint, example.request)
      return args ? [{ name: name as CallName, endpoint, args }] : []
    })
  })

  it('has examples of most operations', () => {
    expect(new Set(requests.map(({ name }) => name)).size).toBeGreaterThan(150)
  })

  it.each(requests)('writes $name as the contract does', ({ name, endpoint, args }) => {
    const expected = encodeCall(endpoint, args as never)
    const written = writeCall(name, args)
    expect(API_PREFIX + written.path).toBe(expected.path)
    expect(written.body?.toString()).toBe(expected.body?.toString())
    expect(written.method).toBe(endpoint.method)
  })

  it('sends files in a form beside the other parameters', () => {
    const file = new File(['x'], 'x.png')
    const { body } = writeCall('uploadRealmLogo', { file, night: true })
    expect([...(body as FormData).keys()]).toEqual(['file', 'night'])
  })

  it('takes ids where the contract also takes names', () => {
    expect(writeCall('sendMessage', { type: 'direct', to: [2, 3], content: 'x' }).body?.toString()).toBe(
      'type=direct&to=%5B2%2C3%5D&content=x',
    )
    expect(writeCall('sendMessage', { type: 'channel', to: 7, content: 'x' }).body?.toString()).toContain('to=7')
  })

  it('writes the narrow of a queue as pairs', () => {
    const narrow = [{ operator: 'is', operand: 'dm' }]
    const expected = encodeCall(endpoints.registerQueue, { narrow })
    expect(writeCall('registerQueue', { narrow }).body?.toString()).toBe(expected.body?.toString())
  })
})
