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
    // Descriptions are plain English, in which a service is a service.
    const withoutProse = (key: string, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value
    const text = JSON.stringify(createOpenApi({ version: '0', url: 'http://localhost' }), withoutProse)
    for (const name of ['acme_feature_level', 'acme_extra_emoji', 'realm_acme_update_announcements_stream_id']) {
      expect(text).toContain(`"${name}"`)
    }
    // The services of bots are ordinary English and not the vendor's word.
    const words = new Set(text.match(/\w*service\w*/g))
    expect([...words].sort()).toEqual([
      'service',
      'service_interface',
      'service_name',
      'service_payload_url',
      'services',
    ])
  })

  it('replaces names that are identifiers of the contract, and no others', async () => {
    await import('./openapi.ts')
    const { wireNameOf } = await import('./wire-name.ts')
    expect(['service_version', 'service_name', 'services', 'id'].map(wireNameOf)).toEqual([
      'acme_version',
      'service_name',
      'services',
      'id',
    ])
  })
})
