import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { ExportType } from '../../../api/objects/realm-export.ts'
import type { Person } from '../../../test/harness.ts'
import { unpack } from '../../../test/outside/unpack-archive.ts'
import { changeAccount, changeRealm } from '../../../test/people.ts'
import { animated, look, picture } from '../../../test/pictures.ts'
import { useServer } from '../../../test/use-server.ts'

const { addReaction, createDrafts, exportRealm, getRealmExports, sendMessage, subscribe } = endpoints
const { deactivateCustomEmoji, updateMessage, updateSettings, uploadCustomEmoji } = endpoints

interface Edit {
  readonly message_id: number
  readonly user_id: number
  readonly prev_content?: string
  readonly prev_topic?: string
  readonly topic?: string
  readonly prev_stream?: number
  readonly stream?: number
}

type Archive = ReadonlyMap<string, Buffer>

describe('an archive', () => {
  const { server, ada, ann, bob } = useServer({
    administrators: ['ada'],
    members: ['ann', 'bob'],
    channel: 'garden',
    env: { PARLEY_OWNER_FULL_EXPORTS: 'on' },
  })
  let archives: Record<ExportType, Archive>
  const ids: Record<string, number> = {}

  const rows = <Row>(archive: Archive, table: string): Row[] =>
    [...archive].flatMap(([name, bytes]) => (name.startsWith(`${table}-`) ? (JSON.parse(`${bytes}`) as Row[]) : []))
  const textOf = (archive: Archive) => Buffer.concat([...archive.values()]).toString()
  const editsOf = (archive: Archive, message: string) =>
    rows<Edit>(archive, 'edits').filter(({ message_id: id }) => id === ids[message])
  const channel = (name: string) => server.channelId(name)
  const edit = (person: Person, message: string, change: object) =>
    person.client.call(updateMessage, { message_id: ids[message]!, ...change })

  async function makeArchive(export_type: ExportType): Promise<Archive> {
    // Earlier exports would count against the limit of a week.
    await server.database.db.updateTable('realm_export').set({ requested_at: 1 }).execute()
    const { id } = await server.owner.call(exportRealm, { export_type })
    await server.runJobs()
    const { exports } = await server.owner.call(getRealmExports, {})
    const url = exports.find((one) => one.id === id)!.export_url!
    const { email, apiKey } = server.owner.options
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const response = await fetch(server.url + new URL(url).pathname, { headers })
    return unpack(Buffer.from(await response.arrayBuffer()))
  }

  async function post(name: string, person: Person, to: string, content: string) {
    const message = { type: 'channel', to: JSON.stringify(to), topic: 'plans', content } as const
    ids[name] = (await person.client.call(sendMessage, message)).id
  }

  beforeAll(async () => {
    await bob.client.call(subscribe, { subscriptions: [{ name: 'closed' }], invite_only: true })
    await ann.client.call(updateSettings, { allow_private_data_export: true })
    await post('edited', ann, 'garden', 'first public text')
    await edit(ann, 'edited', { content: 'second public text' })
    await edit(ann, 'edited', { content: 'third public text', topic: 'harvest' })
    await post('direct', bob, 'garden', 'placeholder')
    const direct = { type: 'direct', to: JSON.stringify([ann.id]), content: 'first direct text' } as const
    ids['direct'] = (await bob.client.call(sendMessage, direct)).id
    await edit(bob, 'direct', { content: 'second direct text' })
    await post('closed', bob, 'closed', 'first closed text')
    await edit(bob, 'closed', { content: 'second closed text' })
    await post('moved', bob, 'closed', 'written in private')
    await edit(bob, 'moved', { content: 'fit for everybody' })
    await edit(bob, 'moved', { stream_id: channel('garden'), topic: 'news' })
    await edit(bob, 'moved', { content: 'fit for everybody!' })
    await post('whole topic', ann, 'garden', 'kept')
    await edit(ann, 'whole topic', { topic: 'renamed', propagate_mode: 'change_all' })
    for (const person of [ann, bob]) {
      const content = `draft of ${person.client.options.email}`
      const drafts = [{ type: 'stream' as const, to: [channel('garden')], topic: 'plans', content, timestamp: 7 }]
      await person.client.call(createDrafts, { drafts })
    }
    const upload = async (emoji_name: string, bytes: Buffer) =>
      ann.client.call(uploadCustomEmoji, { emoji_name, filename: { filename: 'x', type: 'image/png', bytes } })
    await upload('our_flower', await picture())
    await upload('our_wheel', await animated())
    await bob.client.call(addReaction, { message_id: ids['edited']!, emoji_name: 'our_wheel' })
    await ada.client.call(deactivateCustomEmoji, { emoji_name: 'our_wheel' })
    archives = {
      public: await makeArchive('public'),
      full_with_consent: await makeArchive('full_with_consent'),
      full_without_consent: await makeArchive('full_without_consent'),
    }
  })

  describe('has the history of its messages,', () => {
    test('the oldest change first, without HTML', () => {
      for (const archive of Object.values(archives)) {
        const timestamp = expect.any(Number)
        expect(editsOf(archive, 'edited')).toEqual([
          { message_id: ids['edited'], user_id: ann.id, timestamp, prev_content: 'first public text' },
          {
            message_id: ids['edited'],
            user_id: ann.id,
            timestamp,
            prev_content: 'second public text',
            prev_topic: 'plans',
            topic: 'harvest',
          },
        ])
        expect(editsOf(archive, 'whole topic')).toMatchObject([{ prev_topic: 'plans', topic: 'renamed' }])
        expect([...archive].filter(([name]) => name.startsWith('edits-')).join()).not.toContain('<p>')
      }
    })

    test('and of no others', () => {
      expect(editsOf(archives.public, 'direct')).toEqual([])
      expect(editsOf(archives.full_with_consent, 'direct')).toMatchObject([{ prev_content: 'first direct text' }])
      expect(editsOf(archives.public, 'closed')).toEqual([])
      expect(editsOf(archives.full_with_consent, 'closed')).toEqual([])
      expect(editsOf(archives.full_without_consent, 'closed')).toMatchObject([{ prev_content: 'first closed text' }])
      expect(textOf(archives.public)).not.toMatch(/first direct|first closed/)
      expect(textOf(archives.full_with_consent)).not.toContain('first closed')
    })

    test('not from before they came out of a channel that it does not contain', () => {
      for (const type of ['public', 'full_with_consent'] as const) {
        expect(editsOf(archives[type], 'moved')).toMatchObject([{ prev_content: 'fit for everybody' }])
        expect(textOf(archives[type])).not.toContain('written in private')
      }
      expect(editsOf(archives.full_without_consent, 'moved')).toMatchObject([
        { prev_content: 'written in private' },
        { prev_stream: channel('closed'), stream: channel('garden'), prev_topic: 'plans', topic: 'news' },
        { prev_content: 'fit for everybody' },
      ])
    })

    test('as far as the organization shows it, unless it has everything', async () => {
      await changeRealm(server, { message_edit_history_visibility_policy: 'moves' })
      for (const type of ['public', 'full_with_consent'] as const) {
        const moves = await makeArchive(type)
        expect(editsOf(moves, 'edited')).toMatchObject([{ prev_topic: 'plans', topic: 'harvest' }])
        expect(rows<Edit>(moves, 'edits').filter(({ prev_content }) => prev_content !== undefined)).toEqual([])
        expect(textOf(moves)).not.toMatch(/first public|second public|first direct/)
      }
      await changeRealm(server, { message_edit_history_visibility_policy: 'none' })
      const none = await makeArchive('public')
      expect(rows(none, 'edits')).toEqual([])
      expect(textOf(none)).not.toMatch(/first public|second public/)
      expect(editsOf(await makeArchive('full_without_consent'), 'edited')).toHaveLength(2)
      await changeRealm(server, { message_edit_history_visibility_policy: 'all' })
    })
  })

  describe('has drafts', () => {
    const owners = (archive: Archive) => rows<{ user_id: number }>(archive, 'drafts').map(({ user_id: id }) => id)

    test('of those whose private data it may contain', () => {
      expect(owners(archives.public)).toEqual([])
      expect(textOf(archives.public)).not.toContain('draft of')
      expect(rows(archives.full_with_consent, 'drafts')).toEqual([
        {
          id: expect.any(Number),
          user_id: ann.id,
          type: 'stream',
          recipients: [channel('garden')],
          topic: 'plans',
          content: `draft of ${ann.client.options.email}`,
          timestamp: 7,
        },
      ])
      expect(owners(archives.full_without_consent)).toEqual([ann.id, bob.id])
    })

    test('of nobody who is deactivated, unless it has everything', async () => {
      await changeAccount(server, ann.id, { is_active: false })
      expect(owners(await makeArchive('full_with_consent'))).toEqual([])
      expect(owners(await makeArchive('full_without_consent'))).toEqual([ann.id, bob.id])
      await changeAccount(server, ann.id, { is_active: true })
    })
  })

  test('has custom emoji with their pictures, also those that are deactivated', async () => {
    for (const archive of Object.values(archives)) {
      const emoji = rows<{ id: number; name: string; file: string }>(archive, 'emoji')
      const common = { author_id: ann.id, created_at: expect.any(Number) }
      expect(emoji).toMatchObject([
        { name: 'our_flower', ...common, deactivated: false, file: expect.stringMatching(/^emoji\/\d+\.png$/) },
        { name: 'our_wheel', ...common, deactivated: true, file: expect.stringMatching(/^emoji\/\d+\.gif$/) },
      ])
      const looks = await Promise.all(emoji.map(({ file }) => look(archive.get(file)!)))
      expect(looks.map(({ metadata }) => [metadata.format, metadata.width])).toEqual([
        ['png', 64],
        ['gif', 64],
      ])
      const [reaction] = rows(archive, 'reactions')
      expect(reaction).toMatchObject({ reaction_type: 'realm_emoji', emoji_code: `${emoji[1]!.id}` })
    }
  })
})
