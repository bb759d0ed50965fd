import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { TestClock } from '../../../test/clock.ts'
import type { Person } from '../../../test/harness.ts'
import { bot, changeAccount } from '../../../test/people.ts'
import { refused } from '../../../test/refusals.ts'
import { useServer } from '../../../test/use-server.ts'

const code = 'STREAM_DOES_NOT_EXIST'

describe('a bot that writes to a missing channel', () => {
  const clock = new TestClock()
  const { server, ann } = useServer({ members: ['ann'], clock })
  let robo: Person

  beforeAll(async () => {
    robo = await bot(server, 'Robo', ann)
  })

  const write = (to: string, from = robo) =>
    from.client.call(endpoints.sendMessage, { type: 'channel', to, topic: 'soup', content: 'Hello' })
  const fail = async (to: string, text: string, from = robo) => refused(write(to, from), text, { code })
  const notices = async () => {
    const narrow = [{ operator: 'is', operand: 'dm', negated: false }]
    const asked = { anchor: 'oldest', num_before: 0, num_after: 100, narrow, apply_markdown: false }
    const { messages } = await ann.client.call(endpoints.getMessages, asked)
    return messages.filter(({ content }) => content.startsWith('Your bot')).map(({ content }) => content)
  }

  test('is reported to its owner, at most once a minute', async () => {
    const beginning = `Your bot @_**Robo|${robo.id}** tried to send a message to`
    const first = `${beginning} the channel \`dinner\`, but that channel does not exist.`
    await fail('dinner', "Channel 'dinner' does not exist")
    expect(await notices()).toEqual([first])
    clock.pass(59)
    await Promise.all([
      fail('99999', "Channel with ID '99999' does not exist"),
      fail('x', "Channel 'x' does not exist"),
    ])
    expect(await notices()).toEqual([first])
    clock.pass(1)
    await fail('99999', "Channel with ID '99999' does not exist")
    const second = `${beginning} the channel with the ID 99999, but there is no such channel.`
    expect(await notices()).toEqual([first, second])
  })

  test('does not keep the notice of another bot back, nor formats the name', async () => {
    const other = await bot(server, 'Other', ann)
    const before = await notices()
    const name = `**a** \`b\` ${'c'.repeat(100)}`
    await fail(name, `Channel '${name}' does not exist`, other)
    expect((await notices()).slice(before.length)).toEqual([
      `Your bot @_**Other|${other.id}** tried to send a message to the channel \`**a** b ${'c'.repeat(52)}\`, but that channel does not exist.`,
    ])
  })

  test('is not reported if its owner is gone, and people get no notices about themselves', async () => {
    const bob = await server.person('Bob')
    const orphan = await bot(server, 'Orphan', bob)
    await changeAccount(server, bob.id, { is_active: false })
    const before = await notices()
    await fail('dinner', "Channel 'dinner' does not exist", orphan)
    await fail('dinner', "Channel 'dinner' does not exist", ann)
    expect(await notices()).toEqual(before)
  })
})
