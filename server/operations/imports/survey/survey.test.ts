import { describe, expect, test } from 'vitest'
import { breaches } from '../../../../test/breaches.ts'
import { channelOf, listSource, messageOf, personOf, subscriptionOf } from '../../../../test/imports/list-source.ts'
import { picture } from '../../../../test/pictures.ts'
import { useServer } from '../../../../test/use-server.ts'
import { ImportReport } from '../report.ts'
import { runImport } from '../run-import.ts'
import type { SourceFile } from '../source.ts'
import { survey } from './survey.ts'

const beds = { channelId: 'beds', topic: 'roses' }
const where = (text: string) => ({ where: text })

async function fileOf(name: string, bytes: Uint8Array): Promise<SourceFile> {
  const open = async () =>
    (async function* () {
      yield bytes
    })()
  return { ...where(name), id: name, name, type: null, size: bytes.length, open }
}

describe('a dry run and the import', () => {
  const { server } = useServer()

  const rose = async () => fileOf('rose.png', await picture('png', 20, 20))
  /** Each list has a good record, the same again, and broken ones. */
  const lists = async () => {
    const good = { id: 'rose', ...where('emoji rose'), name: 'rose', picture: await rose() }
    const emoji = [
      good,
      good,
      { ...good, id: 'text', ...where('emoji text'), picture: await fileOf('a', Buffer.from('a')) },
    ]
    const person = { personId: 'bob' }
    const snippet = { id: '1', ...where('snippets 1'), ...person, title: 'Thanks', content: 'Thank you' }
    const later = {
      id: '1',
      ...where('scheduled 1'),
      senderId: 'bob',
      deliverAt: 4_000_000_000,
      to: beds,
      content: ['x'],
    }
    const field = { id: '1', ...where('fields 1'), name: 'Tools', type: 1 }
    const linkifier = {
      id: '1',
      ...where('linkifiers 1'),
      pattern: '#(?P<id>[0-9]+)',
      urlTemplate: 'https://t.example/{id}',
    }
    const tools = await fileOf('tools.txt', Buffer.from('spade'))
    const lost = { ...(await fileOf('lost.txt', Buffer.alloc(0))), open: async () => null }
    const reaction = { ...where('reactions'), messageId: '1', personId: 'bob', emoji: { name: 'tada' } }
    return {
      people: [
        ...[personOf('bob'), personOf('bob'), personOf('rob', { email: 'BOB@garden.example' })],
        ...[personOf('cleo'), personOf('nobody', { email: 'no address' })],
        personOf('bot', { isBot: true, email: 'bob@garden.example' }),
      ],
      channels: [channelOf('beds'), channelOf('beds'), channelOf('more', { name: 'Beds' })],
      subscriptions: [
        ...[subscriptionOf('bob', 'beds'), subscriptionOf('bob', 'beds')],
        ...[subscriptionOf('ghost', 'beds'), subscriptionOf('bob', 'lost')],
      ],
      groups: [
        { id: '1', ...where('groups 1'), name: 'keepers', people: ['bob', 'rob', 'ghost'] },
        { id: '1', ...where('groups 1'), name: 'keepers', people: [] },
      ],
      emoji,
      profileFields: [
        ...[field, field, { ...field, id: '2', ...where('fields 2'), name: 'Odd', type: 99 }],
        ...[3, 4].map((id) => ({ ...field, id: `${id}`, ...where(`fields ${id}`), name: ' Tools' })),
        { ...field, id: '5', ...where('fields 5'), type: 2 },
      ],
      linkifiers: [linkifier, linkifier, { ...linkifier, id: '2', ...where('linkifiers 2') }],
      messages: [
        messageOf('1', 'bob', beds, ['first'], {
          reactions: [
            { ...where('r'), personId: 'bob', emoji: { customId: 'rose' } },
            { ...where('r text'), personId: 'bob', emoji: { customId: 'text' } },
            { ...where('r ghost'), personId: 'ghost', emoji: { name: 'tada' } },
          ],
        }),
        messageOf('1', 'bob', beds, ['again']),
        ...[messageOf('2', 'ghost', beds, ['x']), messageOf('3', 'bob', { channelId: 'lost', topic: '' }, ['x'])],
        ...[messageOf('8', 'bob', beds, [{ file: tools }, { file: tools }, { file: lost }])],
        ...[messageOf('4', 'bob', beds, [' ']), messageOf('5', 'bob', beds, ['x'], { sentAt: 0 })],
        ...[messageOf('6', 'bob', { people: ['ghost'] }, ['x']), messageOf('7', 'cleo', { people: ['bob'] }, ['hi'])],
      ],
      reactions: [
        ...[reaction, reaction, { ...reaction, ...where('reactions of a ghost'), personId: 'ghost' }],
        { ...reaction, ...where('reactions lost'), messageId: '99' },
      ],
      topicPolicies: [{ ...where('policies'), ...person, channelId: 'lost', topic: 'roses', policy: 1 }],
      mutedPeople: [
        { ...where('muted 1'), personId: 'cleo', mutedId: 'bob' },
        { ...where('muted 2'), personId: 'cleo', mutedId: 'rob' },
        { ...where('muted 3'), personId: 'rob', mutedId: 'bob' },
      ],
      alertWords: [{ ...where('words'), ...person, words: [' '] }],
      snippets: [snippet, snippet, { ...snippet, id: '2', ...where('snippets 2'), personId: 'ghost' }],
      scheduledMessages: [later, later, { ...later, id: '2', ...where('scheduled 2'), senderId: 'ghost' }],
    }
  }

  test('count the same, and report the same broken records', async () => {
    const source = listSource(await lists())
    const [dry, real] = [new ImportReport(), new ImportReport()]
    const announced = await survey(server.ctx.database.longDb, server.realm, source, dry)
    const added = await runImport(server.ctx, { realmId: server.realm.id, source, report: real })
    const sorted = (report: ImportReport) => report.skipped.map(({ where: place, why }) => `${place}: ${why}`).sort()
    expect(Object.fromEntries(announced.added)).toEqual(Object.fromEntries(added))
    expect(Object.fromEntries(added)).toEqual({
      ...{
        people: 3,
        'people found by email': 1,
        bots: 1,
        channels: 2,
        subscriptions: 1,
        groups: 1,
        messages: 3,
        files: 1,
      },
      ...{ reactions: 2, 'custom emoji': 1, 'profile fields': 2, linkifiers: 1, 'muted people': 2, snippets: 1 },
      'scheduled messages': 1,
    })
    expect(sorted(dry)).toEqual(sorted(real))
    expect(sorted(real)).toHaveLength(23)
    expect(Object.fromEntries(dry.left)).toEqual(Object.fromEntries(real.left))
    expect(announced.renamed).toEqual(['channel Beds'])
    expect(await breaches(server)).toEqual([])
    const again = await survey(server.ctx.database.longDb, server.realm, source, new ImportReport())
    expect(Object.fromEntries(again.added)).toEqual({})
  })
})
