import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import { startSession } from '../../server/accounts/sessions/start-session.ts'
import { type Neighbours, startNeighbours } from '../organizations/neighbours.ts'
import { picture } from '../pictures.ts'
import { basic, requestOf, send } from './request.ts'

/** Parameters with a name like an id, which are none of another organization. */
const NO_IDS: Readonly<Record<string, string>> = {
  local_id: 'text of the client',
  string_id: 'the short name of the organization itself',
  last_event_id: 'a position in the log',
  last_update_id: 'a counter',
  before_id: 'a position in a list of our own organization',
  expected_last_message_id: 'only compared',
  realm_id_str: 'part of the address of a file; isolation.test.ts',
  push_key_id: 'a number of the client',
  token_id: 'text of the client',
}

/** Ids of a kind that nothing has, as the second side of the comparison. */
const ABSENT = 2_147_480_001

const isIdName = (name: string): boolean =>
  /(^|_)ids?$|^(to|principals|subscribers|members|add|delete|order|user_id_or_email|folder_id)$|_group(s)?$/.test(name)

describe('an id of another organization', () => {
  let neighbours: Neighbours
  /** Their ids, by the kind of thing. */
  let theirs: Record<string, number | string>

  beforeAll(async () => {
    neighbours = await startNeighbours()
    const { neighbour, theirs: known } = neighbours
    const time = { scheduled_delivery_timestamp: 4_102_444_800 }
    const later = { type: 'channel', to: known.channelId, topic: 'x', content: 'Hello', ...time } as const
    const draft = { type: 'stream' as const, to: [known.channelId], topic: 'x', content: 'Hello' }
    await neighbour.call(endpoints.sendInvites, { invitee_emails: 'new@example.com', stream_ids: [] })
    const [invite] = (await neighbour.call(endpoints.getInvites, {})).invites
    const filename = { filename: 'cat.png', type: 'image/png', bytes: await picture() }
    const { url } = await neighbour.call(endpoints.uploadFile, { filename })
    await neighbour.call(endpoints.sendMessage, {
      type: 'channel',
      to: 'kitchen',
      topic: 'x',
      content: `[cat](${url})`,
    })
    const code = { name: 'Runner', pygments_language: 'C', url_template: 'https://example.net/{code}' }
    const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://trac.example.net/{id}' }
    const group = { group_name: 'starters', description: 'x', stream_names: [] as string[] }
    await neighbour.call(endpoints.createDefaultStreamGroup, group)
    const session = await neighbours.server.ctx.transact(neighbours.there.id, (tx) =>
      startSession(tx, known.userId, { tokenHash: 'x', device: 'Firefox' }),
    )
    const state = await neighbour.call(endpoints.registerQueue, { fetch_event_types: ['default_stream_groups'] })
    theirs = {
      user: known.userId,
      channel: known.channelId,
      group: known.groupId,
      message: known.messageId,
      queue: known.queueId,
      bot: (await neighbour.call(endpoints.createBot, { full_name: 'Oven', short_name: 'oven' })).user_id,
      scheduled: (await neighbour.call(endpoints.createScheduledMessage, later)).scheduled_message_id,
      reminder: (await neighbour.call(endpoints.createMessageReminder, { message_id: known.messageId, ...time }))
        .reminder_id,
      draft: (await neighbour.call(endpoints.createDrafts, { drafts: [draft] })).ids[0]!,
      snippet: (await neighbour.call(endpoints.createSavedSnippet, { title: 'x', content: 'y' })).saved_snippet_id,
      device: (await neighbour.call(endpoints.registerClientDevice, {})).device_id,
      invite: invite!.id,
      session: session.id,
      attachment: (await neighbour.call(endpoints.getAttachments, {})).attachments[0]!.id,
      playground: (await neighbour.call(endpoints.addCodePlayground, code)).id,
      linkifier: (await neighbour.call(endpoints.addLinkifier, linkifier)).id,
      field: (await neighbour.call(endpoints.createCustomProfileField, { name: 'Fruit', field_type: 1 })).id,
      folder: (await neighbour.call(endpoints.createChannelFolder, { name: 'Work', description: '' }))
        .channel_folder_id,
      starters: state.realm_default_stream_groups![0]!.id,
      export: (await neighbour.call(endpoints.exportRealm, {})).id,
    }
  })
  afterAll(() => neighbours.server.close())

  /** The kind of thing that a parameter names. */
  function kindOf({ path }: Endpoint, name: string): string | undefined {
    if (name === 'group_id') return 'starters'
    if (name === 'order') return path.includes('folder') ? 'folder' : 'field'
    if (['to', 'principals', 'subscribers', 'members', 'muted_user_id', 'actor_id', 'target_id'].includes(name))
      return 'user'
    if (['add', 'delete'].includes(name)) return path.includes('subgroups') ? 'group' : 'user'
    const kinds: Readonly<Record<string, RegExp>> = {
      group: /^(user_group_id|group_ids|.*_(sub)?groups?)$/,
      bot: /^bot_id$/,
      user: /user_ids?|bot_owner_id|sender_id/,
      scheduled: /scheduled_message_id/,
      message: /message_ids?$|^msg_ids$/,
      channel: /stream_ids?|channel_id$/,
      queue: /queue_id/,
      reminder: /reminder_id/,
      draft: /draft_id/,
      snippet: /snippet_id/,
      device: /^device_id$/,
      invite: /invite_id/,
      session: /session_id/,
      attachment: /attachment_id/,
      playground: /playground_id/,
      linkifier: /filter_id|linkifier_ids/,
      field: /field_id/,
      folder: /folder_id/,
      export: /export_id/,
    }
    return Object.keys(kinds).find((kind) => kinds[kind]!.test(name))
  }

  /** The value in the form of the parameter: a number, a list, or a change of a permission. */
  function valueFor(endpoint: Endpoint, name: string, id: number | string): string {
    const isList = /ids$|^(principals|subscribers|members|add|delete|order)$|subgroups$/.test(name)
    if (isList || name === 'to') return `[${id}]`
    const isChange = /^can_|_group$/.test(name) && endpoint.method === 'PATCH'
    return isChange ? JSON.stringify({ new: Number(id) }) : `${id}`
  }

  const named: [string, Endpoint, string][] = Object.entries(endpoints).flatMap(([key, endpoint]: [string, Endpoint]) =>
    Object.keys(endpoint.params)
      .filter(isIdName)
      .filter((name) => !(name in NO_IDS))
      .map((name): [string, Endpoint, string] => [`${key} ${name}`, endpoint, name]),
  )

  test('is known to this test for every parameter that takes an id', () => {
    const unknown = named.filter(([, endpoint, name]) => kindOf(endpoint, name) === undefined)
    expect(unknown.map(([title]) => title)).toEqual([])
    expect(named.length).toBeGreaterThan(150)
  })

  test('gets the answer that an absent id gets, in every parameter of every operation', async () => {
    const { here, olivia } = neighbours
    const { email, apiKey } = olivia.options
    const authorization = basic({ email: email!, apiKey: apiKey! })
    const differences: string[] = []
    for (const [title, endpoint, name] of named) {
      const kind = kindOf(endpoint, name)!
      const absent = kind === 'queue' ? '00000000-0000-4000-8000-000000000000' : ABSENT
      const ask = async (id: number | string) => {
        // A direct message names people, and a message to a channel would not reach the id.
        const direct = name === 'to' ? { type: 'direct' } : {}
        const given = { ...direct, [name]: valueFor(endpoint, name, id) }
        const { status, body } = await send(here, authorization, requestOf(endpoint, given))
        return JSON.stringify({ status, ...body }).replaceAll(`${id}`, 'ID')
      }
      const [known, unknown] = [await ask(theirs[kind]!), await ask(absent)]
      if (known !== unknown) differences.push(`${title}: ${known.slice(0, 200)} instead of ${unknown.slice(0, 200)}`)
    }
    expect(differences).toEqual([])
  })
})
