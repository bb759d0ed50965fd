import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Person } from '../../../test/harness.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const { checkMessagesMatchNarrow, deleteMessage, sendMessage } = endpoints

describe('which messages match a narrow', () => {
  const { ann, cho } = useServer({ members: ['ann'], outsiders: ['cho'], channel: 'lunch' })
  let ids: number[]

  beforeAll(async () => {
    ids = [await say('a<b'), await say('soup'), await say('a<b')]
  })

  const say = async (topic: string) =>
    (await ann.client.call(sendMessage, { type: 'channel', to: 'lunch', topic, content: '*Hi*' })).id
  const matches = async (person: Person, msg_ids: number[], ...terms: [string, string][]) => {
    const narrow = terms.map(([operator, operand]) => ({ operator, operand, negated: false }))
    return (await person.client.call(checkMessagesMatchNarrow, { msg_ids, narrow })).messages
  }

  test('answers with their HTML', async () => {
    const match = { match_content: '<p><em>Hi</em></p>', match_subject: 'a&lt;b' }
    const found = await matches(ann, [...ids, 0, -5, 2 ** 40], ['channel', 'lunch'], ['topic', 'a<b'])
    expect(found).toEqual({ [ids[0]!]: match, [ids[2]!]: match })
    expect(Object.keys(await matches(ann, ids)).map(Number)).toEqual(ids)
    expect(await matches(ann, [])).toEqual({})
  })

  test('is about what the caller has received', async () => {
    expect(await matches(cho, ids, ['channel', 'lunch'])).toEqual({})
  })

  test('leaves out what is deleted', async () => {
    const gone = await say('soup')
    await ann.client.call(deleteMessage, { message_id: gone })
    expect(await matches(ann, [gone])).toEqual({})
  })

  test('is refused for too many, and for unknown operators', async () => {
    const many = Array.from({ length: 5001 }, (_, n) => n)
    await refused(matches(ann, many), 'Too many messages requested (maximum 5000).')
    await refused(matches(ann, ids, ['colour', 'red']), 'Invalid narrow operator: unknown operator colour', {
      code: 'BAD_NARROW',
    })
  })
})
