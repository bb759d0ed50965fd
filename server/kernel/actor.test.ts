import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import type { ErrorCode } from '../../api/errors.ts'
import type { Person } from '../../test/harness.ts'
import { overtaken } from '../../test/overtaken.ts'
import { changeAccount } from '../../test/people.ts'
import { refused } from '../../test/refusals.ts'
import { useServer } from '../../test/use-server.ts'
import { ROLE } from './realm-state/user.ts'

describe('a request that waits for its turn', () => {
  const { server } = useServer()
  let ann: Person
  let messageId: number
  let people = 0

  beforeAll(async () => {
    const bob = await server.person('Bob', 'talk')
    const text = { type: 'channel', to: 'talk', topic: 'soup', content: 'Hello' } as const
    messageId = (await bob.client.call(endpoints.sendMessage, text)).id
  })

  beforeEach(async () => {
    people += 1
    ann = await server.person(`Ann ${people}`)
    await changeAccount(server, ann.id, { role: ROLE.administrator, can_create_users: true })
  })

  const REQUESTS = {
    'a send': () =>
      ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'talk', topic: 'soup', content: 'Hello' }),
    'a reaction': () => ann.client.call(endpoints.addReaction, { message_id: messageId, emoji_name: 'tada' }),
    'a flag': () =>
      ann.client.call(endpoints.updateMessageFlags, { op: 'add', flag: 'starred', messages: [messageId] }),
    'a subscription': () => ann.client.call(endpoints.subscribe, { subscriptions: [{ name: 'talk' }] }),
    'an account': () => {
      const password = 'correct horse battery staple'
      return ann.client.call(endpoints.createUser, { email: `nia${people}@example.org`, password, full_name: 'Nia' })
    },
  }
  type Request = keyof typeof REQUESTS

  test.each(Object.keys(REQUESTS) as Request[])('%s, may do what its account may do by then', async (name) => {
    const harmless = () => changeAccount(server, ann.id, { full_name: 'Ann the Great' })
    await expect(overtaken(server, harmless, REQUESTS[name])).resolves.toBeDefined()
  })

  test.each<[Request, string, object, ErrorCode?]>([
    ['a send', "Not authorized to send to channel 'talk'", { role: ROLE.guest }],
    ['a reaction', 'Invalid message(s)', { role: ROLE.guest }],
    ['a flag', 'Invalid message(s)', { role: ROLE.guest }],
    ['a subscription', 'Not allowed for guest users', { role: ROLE.guest }],
    ['an account', 'User not authorized to create users', { can_create_users: false }],
    ['an account', 'Must be an organization administrator', { role: ROLE.member }, 'UNAUTHORIZED_PRINCIPAL'],
  ])('%s, is refused when its account may no longer: %s', (name, refusal, change, code = 'BAD_REQUEST') =>
    refused(
      overtaken(server, () => changeAccount(server, ann.id, change), REQUESTS[name]),
      refusal,
      { code },
    ),
  )

  test.each(Object.keys(REQUESTS) as Request[])('%s, is refused if its account was deactivated', (name) =>
    refused(
      overtaken(server, () => changeAccount(server, ann.id, { is_active: false }), REQUESTS[name]),
      'Account is deactivated',
      { code: 'UNAUTHORIZED', status: 401 },
    ),
  )
})
