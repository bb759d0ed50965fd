import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

describe('another vendor word', () => {
  beforeAll(() => {
    vi.resetModules()
    globalThis.parleyWireName = 'acme'
  })
  afterAll(() => {
    globalThis.parleyWireName = undefined
    vi.resetModules()
  })

  it('is in every identifier of the contract', async () => {
    const { createOpenApi } = await import('./openapi.ts')
    const text = JSON.stringify(createOpenApi({ version: '0', url: 'http://localhost' }))
    for (const name of ['acme_feature_level', 'acme_extra_emoji', 'realm_acme_update_announcements_stream_id']) {
      expect(text).toContain(`"${name}"`)
    }
    // The services of bots are ordinary English and not the vendor's word.
    const words = new Set(text.match(/\w*service\w*/g))
    expect([...words].sort()).toEqual(['service_name', 'services'])
  })
})
