import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { TestClock } from '../../../test/clock.ts'
import { explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { removeUnusedAttachments } from './remove-unused.ts'

const { createDrafts, createSavedSnippet, createScheduledMessage, deleteMessage, deleteTopic } = endpoints
const { getAttachments, getMessages, removeAttachment, sendMessage, updateMessage, uploadFile } = endpoints

const NEWEST = { max_message_id: 'the newest message is gone' }
const FIVE_WEEKS = 5 * 7 * 86_400

describe('a file that messages stop linking to', () => {
  const clock = new TestClock()
  const { server, ann, bob, eve } = useServer({
    members: ['ann', 'bob'],
    administrators: ['eve'],
    channel: 'lunch',
    clock,
  })

  const upload = async ({ client }: Person, filename: string) =>
    (await client.call(uploadFile, { filename: { filename, type: 'text/plain', bytes: Buffer.from('x') } })).url
  const share = async ({ client }: Person, content: string, topic = 'files') =>
    (await client.call(sendMessage, { type: 'channel', to: 'lunch', topic, content })).id
  const edit = async ({ client }: Person, message_id: number, change: { content?: string; topic?: string }) =>
    (await client.call(updateMessage, { message_id, ...change })).detached_uploads
  const list = async ({ client }: Person) => (await client.call(getAttachments, {})).attachments
  const find = async (person: Person, url: string) => (await list(person)).find(({ path_id }) => url.endsWith(path_id))
  const reads = async ({ email, apiKey }: Person, url: string) => {
    const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
    return (await fetch(server.url + url, { headers: { authorization } })).status === 200
  }

  describe('by an edit', () => {
    test('is returned to its owner, and is no longer for the readers of the message', async () => {
      const [a, b] = [await upload(ann, 'a.txt'), await upload(ann, 'b.txt')]
      const id = await share(ann, `[a](${a}) [b](${b})`)
      expect(await reads(bob, a)).toBe(true)
      const [before] = [await find(ann, a)]
      let detached: unknown
      const told = await explains({ Ann: ann.client, Bob: bob.client }, async () => {
        detached = await edit(ann, id, { content: `[b](${b})` })
      })
      expect(detached).toEqual([{ ...before, message_ids: [] }])
      expect(told['Ann']).toMatchObject([
        { type: 'update_message' },
        { type: 'attachment', op: 'update', attachment: { name: 'a.txt', message_ids: [] } },
      ])
      expect(told['Bob']).toMatchObject([{ type: 'update_message' }])
      expect(told['Bob']).toHaveLength(1)
      expect([await reads(bob, a), await reads(bob, b), await reads(ann, a)]).toEqual([false, true, true])
    })

    test('is shared again by an edit that links to it again', async () => {
      const url = await upload(ann, 'again.txt')
      const id = await share(ann, 'nothing yet')
      expect(await edit(ann, id, { content: `[x](${url})` })).toEqual([])
      expect((await find(ann, url))?.message_ids).toEqual([id])
      expect(await reads(bob, url)).toBe(true)
      const has = [{ operator: 'has', operand: 'attachment', negated: false }]
      const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow: has }
      expect((await bob.client.call(getMessages, page)).messages.map((message) => message.id)).toEqual([id])
      expect(await edit(ann, id, { content: 'gone' })).toMatchObject([{ name: 'again.txt', message_ids: [] }])
      expect((await bob.client.call(getMessages, page)).messages.map((message) => message.id)).not.toContain(id)
    })

    test('is not returned while another message links to it', async () => {
      const url = await upload(ann, 'twice.txt')
      const [first, second] = [await share(ann, `[x](${url})`), await share(bob, `${server.ctx.config.url}${url}`)]
      expect(second).toBe(first + 1)
      await share(ann, url)
      expect(await edit(ann, first, { content: 'gone' })).toEqual([])
      expect(await edit(bob, second, { content: 'gone' })).toEqual([])
    })

    test('is not returned to an editor who does not own it', async () => {
      const url = await upload(ann, 'lent.txt')
      const id = await share(ann, `[x](${url})`)
      const lent = await share(bob, `[x](${url})`)
      await ann.client.call(deleteMessage, { message_id: id })
      const told = await explains({ Ann: ann.client }, async () => {
        expect(await edit(bob, lent, { content: 'gone' })).toEqual([])
      })
      expect(told['Ann']).toMatchObject([{ type: 'update_message' }, { type: 'attachment', op: 'update' }])
      expect((await find(ann, url))?.message_ids).toEqual([])
    })

    test('stays where it is when only the topic changes, or the text around it', async () => {
      const url = await upload(ann, 'kept.txt')
      const id = await share(ann, `[x](${url})`)
      const told = await explains({ Ann: ann.client }, async () => {
        expect(await edit(ann, id, { topic: 'elsewhere' })).toEqual([])
        expect(await edit(ann, id, { content: `Look: [x](${url})` })).toEqual([])
      })
      expect(told['Ann']!.filter(({ type }) => type === 'attachment')).toEqual([])
      expect((await find(ann, url))?.message_ids).toEqual([id])
    })

    test('that the editor may not read is not shared', async () => {
      const url = await upload(ann, 'private.txt')
      const id = await share(bob, 'nothing yet')
      expect(await edit(bob, id, { content: `[x](${url})` })).toEqual([])
      expect(await reads(bob, url)).toBe(false)
      expect((await find(ann, url))?.message_ids).toEqual([])
    })
  })

  describe('because they are deleted', () => {
    test('is no longer for readers; its owner gets an event', async () => {
      const url = await upload(ann, 'deleted.txt')
      const id = await share(ann, `[x](${url})`)
      const told = await explains(
        { Ann: ann.client, Bob: bob.client },
        () => ann.client.call(deleteMessage, { message_id: id }),
        NEWEST,
      )
      expect(told['Ann']).toMatchObject([
        { type: 'delete_message' },
        { type: 'attachment', op: 'update', attachment: { name: 'deleted.txt', message_ids: [] } },
      ])
      expect(told['Bob']).toMatchObject([{ type: 'delete_message' }])
      expect(told['Bob']).toHaveLength(1)
      expect([await reads(bob, url), await reads(ann, url)]).toEqual([false, true])
    })

    test('with their topic, is the same', async () => {
      const url = await upload(ann, 'topic.txt')
      await share(ann, `[x](${url})`, 'doomed')
      await share(bob, `[x](${url})`, 'doomed')
      const stream_id = server.channelId('lunch')
      const told = await explains(
        { Ann: ann.client },
        () => eve.client.call(deleteTopic, { stream_id, topic_name: 'doomed' }),
        NEWEST,
      )
      const files = told['Ann']!.filter(({ type }) => type === 'attachment')
      expect(files).toMatchObject([{ op: 'update', attachment: { name: 'topic.txt', message_ids: [] } }])
      expect(await reads(bob, url)).toBe(false)
    })
  })

  describe('is removed', () => {
    const sweep = () => removeUnusedAttachments(server.ctx)

    test('after five weeks without a message, counted from the last link, and its owner gets an event', async () => {
      const [never, once, linked] = [
        await upload(ann, 'never.txt'),
        await upload(ann, 'once.txt'),
        await upload(ann, 'linked.txt'),
      ]
      const id = await share(ann, `[x](${once})`)
      await share(ann, `[x](${linked})`)
      clock.pass(FIVE_WEEKS)
      await eve.client.call(deleteMessage, { message_id: id })
      await sweep()
      expect(await find(ann, never)).toBeDefined()
      clock.pass(1)
      const told = await explains({ Ann: ann.client, Bob: bob.client }, sweep)
      expect(told['Ann']!.every((event) => event.type === 'attachment' && event.op === 'remove')).toBe(true)
      expect(told['Bob']).toEqual([])
      expect(await find(ann, never)).toBeUndefined()
      expect(await reads(ann, never)).toBe(false)
      expect([await find(ann, once), await find(ann, linked)]).toMatchObject([{ name: 'once.txt' }, {}])
      clock.pass(FIVE_WEEKS)
      await sweep()
      expect((await list(ann)).map(({ name }) => name)).not.toContain('once.txt')
      expect((await list(ann)).map(({ name }) => name)).toContain('linked.txt')
      expect(await breaches(server)).toEqual([])
    })

    test('but not while a scheduled message, a draft or a snippet has its address', async () => {
      const names = ['scheduled.txt', 'draft.txt', 'snippet.txt', 'other.txt'] as const
      const [scheduled, draft, snippet, other] = await Promise.all(names.map((name) => upload(ann, name)))
      const time = Math.floor(clock.now() / 1000) + 2 * FIVE_WEEKS
      await ann.client.call(createScheduledMessage, {
        type: 'direct',
        to: [bob.id],
        content: `[x](${scheduled})`,
        scheduled_delivery_timestamp: time,
      })
      await ann.client.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: `[x](${draft})` }] })
      await ann.client.call(createSavedSnippet, { title: 'x', content: `[x](${snippet})` })
      clock.pass(FIVE_WEEKS + 1)
      await sweep()
      const left = (await list(ann)).map(({ name }) => name)
      expect(names.filter((name) => left.includes(name))).toEqual(['scheduled.txt', 'draft.txt', 'snippet.txt'])
      expect(await reads(ann, other!)).toBe(false)
    })

    test('only once, and nothing is left of it in the store', async () => {
      for (const { id } of await list(ann)) await ann.client.call(removeAttachment, { attachment_id: id })
      await upload(ann, 'last.txt')
      clock.pass(FIVE_WEEKS + 1)
      await Promise.all([sweep(), sweep()])
      expect(await list(ann)).toEqual([])
      const rows = await server.database.db.selectFrom('stored_file').select('name').execute()
      expect(rows.filter(({ name }) => name.includes('/original/'))).toEqual([])
    })
  })
})
