import { describe, expect, test } from 'vitest'
import type { ArgsOf } from '../../../api/contract.ts'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

describe('the name of a channel', () => {
  const { server, ann, bob } = useServer({ members: ['ann', 'bob'] })

  type Subscriptions = ArgsOf<typeof endpoints.subscribe>['subscriptions']
  const subscribe = (person: Person, subscriptions: Subscriptions, more: object = {}) =>
    person.client.call(endpoints.subscribe, { subscriptions, ...more })

  test.each(['\u200b', '\u3164', '\u2060\u00a0\ufeff', ' \u00ad\ufe0f ', '\u115f\u1160', '\u2800'])(
    'is not %j, which is invisible',
    async (name) => {
      await refused(subscribe(ann, [{ name }]), "Channel name can't be empty.")
    },
  )

  test.each(['❤️', 'علی‌رضا', '\u200bx'])('may be %j', async (name) => {
    await subscribe(ann, [{ name }])
    expect(server.realm.channelByName(name)).toMatchObject({ name })
  })

  test('is repeated in the caller’s spelling to people who may not know it', async () => {
    await subscribe(ann, [{ name: 'Board Of Directors' }], { invite_only: true })
    const said = ' bOARD of directors '
    await refused(subscribe(bob, [{ name: said }]), 'Unable to access channel (bOARD of directors).')
    const { unauthorized } = await subscribe(bob, [{ name: said }], { authorization_errors_fatal: false })
    expect(unauthorized).toEqual(['bOARD of directors'])
  })

  test('comes with a description, whose place in the request is in the error', async () => {
    const subscriptions = [{ name: 'brief' }, { name: 'wordy', description: 'x'.repeat(1025) }]
    const msg = 'subscriptions[1]["description"] is too long (limit: 1024 characters)'
    await refused(subscribe(ann, subscriptions), msg)
    expect(server.realm.channelByName('brief')).toBeUndefined()
  })
})
