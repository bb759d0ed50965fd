import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { useServer } from '../../../test/use-server.ts'

describe('the list of Unicode emoji', () => {
  const { server } = useServer()

  const address = async () => {
    const state = await server.owner.call(endpoints.registerQueue, { fetch_event_types: ['realm'] })
    return new URL(state.server_emoji_data_url ?? '')
  }

  test('is where register says, for everybody and for ever, with all names of every code', async () => {
    const { origin, pathname } = await address()
    const { realm_url } = await server.owner.call(endpoints.registerQueue, { fetch_event_types: ['realm'] })
    expect(origin).toBe(realm_url)
    const answer = await fetch(`${server.url}${pathname}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { code_to_names: names } = (await answer.json()) as { code_to_names: Record<string, string[]> }
    expect(names['1f44d']).toEqual(['+1', 'thumbs_up', 'like'])
    expect(names['0023-20e3']).toEqual(['hash'])
    expect(Object.keys(names).length).toBeGreaterThan(1_800)
  })

  test('is nowhere else', async () => {
    const { pathname } = await address()
    const other = pathname.replace(/[0-9a-f]+(?=\.json$)/, '0')
    expect((await fetch(`${server.url}${other}`)).status).toBe(404)
  })
})
