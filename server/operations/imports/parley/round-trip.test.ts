import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { endpoints } from '../../../../api/endpoints/index.ts'
import type { Client } from '../../../../client/client.ts'
import { breaches } from '../../../../test/breaches.ts'
import type { Person, TestServer } from '../../../../test/harness.ts'
import { picture } from '../../../../test/pictures.ts'
import { useServer } from '../../../../test/use-server.ts'
import { writeExportFile } from '../../exports/write-export-file.ts'
import { ImportReport } from '../report.ts'
import { runImport } from '../run-import.ts'
import { openParley } from './open-parley.ts'

const { addReaction, getMessages, sendMessage, updateMessage, uploadFile } = endpoints

const { server: source, ann, bob } = useServer({ members: ['ann', 'bob'], channel: 'garden' })
const { server: target } = useServer()
const folder = mkdtempSync(join(tmpdir(), 'parley-archive-'))
const file = join(folder, 'export.tar.gz')

afterAll(() => rmSync(folder, { recursive: true }))

const send = async (by: Person, content: string, topic = 'roses') =>
  (await by.client.call(sendMessage, { type: 'channel', to: 'garden', topic, content })).id

const messagesOf = async (client: Client) => {
  const { messages } = await client.call(getMessages, {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    allow_empty_topic_name: true,
  })
  return messages
}

/** What must be the same on both sides. Ids and addresses differ. */
const comparable = (messages: Awaited<ReturnType<typeof messagesOf>>) =>
  messages.map(({ sender_full_name, subject, timestamp, content, reactions, display_recipient, edit_history }) => ({
    sender_full_name,
    subject,
    timestamp,
    content: content
      .replace(/data-user-id="\d+"/g, 'data-user-id="…"')
      .replace(/\/user_uploads\/(thumbnail\/)?\d+\/[0-9a-f]{40}/g, '/user_uploads/…')
      .replace(/\/user_avatars\/\d+\/emoji\/images\/[0-9a-f]{40}/g, '/emoji/…')
      .replace(/#narrow\/channel\/\d+/g, '#narrow/channel/…')
      .replace(/near\/\d+/g, 'near/…')
      // A link to a topic names its newest message, if there is one yet.
      .replace(/\/with\/\d+/g, '')
      .replace(/data-stream-id="\d+"/g, 'data-stream-id="…"')
      .replace(/http:\/\/localhost:\d+/g, ''),
    reactions: reactions.map(({ emoji_name }) => emoji_name).sort(),
    to:
      typeof display_recipient === 'string'
        ? display_recipient
        : display_recipient.map(({ full_name }) => full_name).sort(),
    edits: edit_history?.map(({ prev_content, prev_topic, topic, timestamp: at }) => [
      prev_content,
      prev_topic,
      topic,
      at,
    ]),
  }))

const importInto = async (server: TestServer) => {
  await writeExportFile(source.ctx, source.realm, file, new AbortController().signal)
  const report = new ImportReport()
  const archive = await openParley(file, { report, fetchFiles: false })
  try {
    return { added: await runImport(server.ctx, { realmId: server.realm.id, source: archive, report }), report }
  } finally {
    await archive.close()
  }
}

test('an exported organization is the same after it is imported into another one', async () => {
  const emoji = { filename: 'a.png', type: 'image/png', bytes: await picture() }
  await source.owner.call(endpoints.uploadCustomEmoji, { emoji_name: 'rose', filename: emoji })
  const { url } = await ann.client.call(uploadFile, {
    filename: { filename: 'cat photo.png', type: 'image/png', bytes: await picture() },
  })
  await source.owner.call(endpoints.createUserGroup, {
    name: 'gardeners',
    description: 'with gloves',
    members: [ann.id],
  })
  const first = await send(ann, `**Hello** @**Bob** and @*gardeners* :rose: [cat](${url})`)
  await send(bob, `see #**garden>roses@${first}** and #**garden>roses** and \`@**Bob**\``)
  const edited = await send(ann, 'a mistake')
  await ann.client.call(updateMessage, { message_id: edited, content: 'no mistake' })
  await bob.client.call(addReaction, { message_id: first, emoji_name: 'rose' })
  await bob.client.call(addReaction, { message_id: first, emoji_name: 'tada' })
  await ann.client.call(sendMessage, { type: 'direct', to: JSON.stringify([bob.id]) as never, content: 'only you' })
  const { added, report } = await importInto(target)
  expect(Object.fromEntries(added)).toMatchObject({
    people: 2,
    channels: 2,
    messages: 4,
    files: 1,
    'custom emoji': 1,
    groups: 1,
  })
  expect([report.skipped, Object.fromEntries(report.left)]).toEqual([[], {}])
  expect(await breaches(target)).toEqual([])
  for (const name of ['Ann', 'Bob']) {
    const there = source.clientFor(source.realm.usersNamed(name)[0]!)
    const here = target.clientFor(target.realm.usersNamed(name)[0]!)
    const byPerson = (messages: Awaited<ReturnType<typeof messagesOf>>) =>
      messages.filter(({ sender_full_name }) => ['Ann', 'Bob'].includes(sender_full_name))
    const expected = comparable(byPerson(await messagesOf(there)))
    expect(expected).toHaveLength(4)
    expect(comparable(byPerson(await messagesOf(here)))).toEqual(expected)
  }
  const link = (await messagesOf(target.clientFor(target.realm.usersNamed('Bob')[0]!))).find(({ content }) =>
    content.includes('near/'),
  )!
  const hello = (await messagesOf(target.clientFor(target.realm.usersNamed('Bob')[0]!))).find(({ content }) =>
    content.includes('Hello'),
  )!
  expect(link.content).toContain(`near/${hello.id}`)
})

test('a second export of it adds what was sent since', async () => {
  await send(bob, 'one more')
  const { added } = await importInto(target)
  expect(Object.fromEntries([...added].filter(([, count]) => count > 0))).toEqual({ messages: 1 })
  expect(await breaches(target)).toEqual([])
})
