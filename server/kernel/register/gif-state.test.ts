import { expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { startTestServer } from '../../../test/harness.ts'

test('clients get the keys with which they search for GIFs', async () => {
  const server = await startTestServer({ env: { PARLEY_GIPHY_API_KEY: 'first', PARLEY_KLIPY_API_KEY: 'third' } })
  try {
    const state = await server.owner.call(endpoints.registerQueue, { fetch_event_types: ['giphy', 'tenor', 'klipy'] })
    expect(state).toMatchObject({ giphy_api_key: 'first', tenor_api_key: '', klipy_api_key: 'third' })
    const { giphy_api_key } = await server.owner.call(endpoints.registerQueue, { fetch_event_types: ['tenor'] })
    expect(giphy_api_key).toBeUndefined()
  } finally {
    await server.close()
  }
})
