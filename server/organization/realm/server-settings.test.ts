import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { createClient } from '../../../client/client.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { useServer } from '../../../test/use-server.ts'

describe('what a client must know before it signs in', () => {
  const { server } = useServer()

  test('answers to anybody', async () => {
    const visitor = createClient({ url: server.url, strict: true, observe: recordCoverage })
    expect(await visitor.call(endpoints.getServerSettings, {})).toMatchObject({
      service_feature_level: 509,
      authentication_methods: { password: true, email: true, dev: false, ldap: false },
      external_authentication_methods: [],
      email_auth_enabled: true,
      require_email_format_usernames: true,
      is_incompatible: false,
      push_notifications_enabled: false,
      realm_name: 'Test',
      realm_url: 'http://localhost:9991',
      realm_uri: 'http://localhost:9991',
    })
  })

  test('also to somebody with a key, or with a wrong one', async () => {
    await server.owner.call(endpoints.getServerSettings, {})
    const stranger = createClient({ url: server.url, email: 'x@example.org', apiKey: 'nonsense' })
    await stranger.call(endpoints.getServerSettings, {})
  })
})
