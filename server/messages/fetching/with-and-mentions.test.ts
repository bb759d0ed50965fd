import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { createClient } from '../../../client/client.ts'
import type { Person } from '../../../test/harness.ts'
import { changeRealm, group } from '../../../test/people.ts'
import { recordCoverage } from '../../../test/record-coverage.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

type Term = [operator: string, operand: NarrowTerm['operand'], negated?: boolean]
type Reader = Pick<Person, 'client'>

const INVALID = "Invalid narrow operator: Invalid 'with' operator"
const REFUSAL = { code: 'BAD_NARROW', data: { desc: "Invalid 'with' operator" } } as const

describe('a narrow', () => {
  const { server, ann, bob, cho } = useServer({ members: ['ann', 'bob'], outsiders: ['cho'], channel: 'lunch' })

  beforeAll(async () => {
    await changeRealm(server, { enable_spectator_access: true })
    const secret = { subscriptions: [{ name: 'secret' }], invite_only: true }
    await ann.client.call(endpoints.subscribe, secret)
    await server.owner.call(endpoints.subscribe, {
      subscriptions: [{ name: 'square' }],
      is_web_public: true,
      principals: [ann.id],
    })
  })

  const say = async (topic: string, content = 'Hello', to = 'lunch') =>
    (await ann.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content })).id
  const tell = async (...people: Person[]) => {
    const to = JSON.stringify(people.map(({ id }) => id))
    return (await ann.client.call(endpoints.sendMessage, { type: 'direct', to, content: 'Hello' })).id
  }
  const get = async ({ client }: Reader, ...terms: Term[]) => {
    const narrow = terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }))
    const asked = { anchor: 'oldest', num_before: 0, num_after: 100, narrow }
    return (await client.call(endpoints.getMessages, asked)).messages.map(({ id }) => id)
  }

  describe('with a message', () => {
    test('shows the conversation where the message is now', async () => {
      const [first, second] = [await say('old name'), await say('old name')]
      const other = await say('elsewhere')
      await ann.client.call(endpoints.updateMessage, {
        ...{
          message_id: first,
          topic: 'new name',
          propagate_mode: 'change_all',
          send_notification_to_new_thread: false,
        },
      })
      const link: Term[] = [
        ['channel', 'lunch'],
        ['topic', 'old name'],
      ]
      expect(await get(bob, ...link, ['with', first])).toEqual([first, second])
      expect(await get(bob, ...link, ['with', String(second)])).toEqual([first, second])
      expect(await get(bob, ['with', other])).toEqual([other])
      expect(await get(bob, ['with', other, true])).toEqual([other])
      expect(await get(bob, ['dm', [ann.id]], ['with', other])).toEqual([other])
      expect(await get(bob, ['with', first], ['id', second])).toEqual([second])
      expect(await get(bob, ['with', first], ['sender', bob.id])).toEqual([])
      // Without having received anything, from the shared history.
      expect(await get(cho, ['with', first])).toEqual([first, second])
    })

    test('shows a direct conversation', async () => {
      const [pair, three] = [await tell(bob), await tell(bob, cho)]
      expect(await get(bob, ['with', pair])).toEqual([pair])
      expect(await get(bob, ['channel', 'lunch'], ['topic', 'x'], ['with', three])).toEqual([three])
    })

    test('that the reader may not read: the named conversation, or an error', async () => {
      const hidden = await say('soup', 'Hello', 'secret')
      const direct = await tell(bob)
      const shown = await say('soup')
      for (const id of [hidden, direct, 999_999, '99999999999999999999', 0]) {
        expect(await get(cho, ['channel', 'lunch'], ['topic', 'soup'], ['with', id])).toEqual([shown])
        expect(await get(cho, ['dm', [ann.id]], ['with', id])).toEqual([])
        await refused(get(cho, ['with', id]), INVALID, REFUSAL)
        await refused(get(cho, ['channel', 'lunch'], ['with', id]), INVALID, REFUSAL)
        await refused(get(cho, ['topic', 'soup'], ['with', id]), INVALID, REFUSAL)
      }
    })

    test('is refused twice, and without a number', async () => {
      const id = await say('soup')
      for (const operand of ['soup', '-1', '1.5', ''])
        await refused(get(ann, ['channel', 'lunch'], ['topic', 'soup'], ['with', operand]), INVALID, REFUSAL)
      const desc = "Duplicate 'with' operators."
      await refused(get(ann, ['with', id], ['with', id]), `Invalid narrow operator combination: ${desc}`, {
        code: 'BAD_NARROW',
        data: { desc },
      })
    })

    test('of a web-public channel, for a visitor', async () => {
      const visitor = { client: createClient({ url: server.url, strict: true, observe: recordCoverage }) }
      const [shown, hidden] = [await say('roses', 'Red roses', 'square'), await say('roses', 'Red roses')]
      expect(await get(visitor, ['channels', 'web-public'], ['with', shown])).toEqual([shown])
      await refused(get(visitor, ['channels', 'web-public'], ['with', hidden]), INVALID, REFUSAL)
      expect(await get(visitor, ['channels', 'web-public'], ['search', 'rose'])).toEqual([shown])
    })
  })

  describe('of mentions', () => {
    test('finds messages that mention the person by name', async () => {
      await group(server, { name: 'cooks', members: [bob] })
      const named = await say('mentions', 'Hi @**Bob**')
      const silent = await say('mentions', 'Hi @_**Bob**')
      const both = await say('mentions', '@**Cho** and @**Bob**')
      for (const content of ['@*cooks*', '@**all**', '`@**Bob**`', 'Bob']) await say('mentions', content)
      expect(await get(ann, ['mentions', bob.id])).toEqual([named, both])
      expect(await get(ann, ['mentions', bob.apiEmail], ['mentions', cho.id])).toEqual([both])
      expect(await get(bob, ['mentions', bob.id])).toEqual([named, both])
      expect(await get(ann, ['topic', 'mentions'], ['mentions', bob.id, true])).not.toContain(named)
      expect(await get(ann, ['topic', 'mentions'], ['mentions', bob.id, true])).toContain(silent)
      // Cho has not received them.
      expect(await get(cho, ['mentions', bob.id])).toEqual([])
      await ann.client.call(endpoints.updateMessage, { message_id: both, content: 'Nobody' })
      expect(await get(ann, ['mentions', bob.id])).toEqual([named])
      expect(await get(ann, ['search', `@${bob.id}`])).toEqual([])
    })

    test('is refused for an unknown person', async () => {
      for (const operand of ['nobody@example.org', 99_999, 'me']) {
        const desc = `unknown user ${operand}`
        await refused(get(ann, ['mentions', operand]), `Invalid narrow operator: ${desc}`, {
          code: 'BAD_NARROW',
          data: { desc },
        })
      }
    })
  })
})
