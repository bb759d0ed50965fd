import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../api/endpoints/index.ts'
import { type Person, startTestServer, type TestServer } from './harness.ts'
import { writeHistory } from './releases/write-history.ts'

/*
 * Organizations share their tables, and most indexes begin with the organization or with something that belongs to one.
 * A statement that does not name it reads the whole index of all organizations; only the newest PostgreSQL can skip from
 * one to the next. The planner says for each statement of a broad history how it would use the indexes of large tables.
 */

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

let server: TestServer
const statements = new Set<string>()
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown

beforeAll(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { readonly text: string }]
    statements.add(typeof asked === 'string' ? asked : asked.text)
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
  server = await startTestServer()
  await useEverything()
})
afterAll(async () => {
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  await server.close()
})

/** Everything that reads or writes messages, besides what the history does. */
async function useEverything(): Promise<void> {
  const { hostname: host, port } = new URL(server.url)
  const apiKey = server.owner.options.apiKey!
  const signedIn = { host, id: server.ownerId, email: '', password: '', apiKey, client: server.owner }
  await writeHistory(signedIn, Number(port))
  const eve = await server.person('Eve', 'design')
  const dan = await server.person('Dan', 'design')
  await server.owner.call(endpoints.subscribe, {
    subscriptions: [{ name: 'closed' }],
    principals: [server.ownerId, eve.id],
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await server.owner.call(endpoints.updateRealm, { enable_read_receipts: true })
  const design = server.channelId('design')
  const closed = server.channelId('closed')
  const say = async (by: Person, to: number, topic: string, content = 'Hello @**all**') =>
    (await by.client.call(endpoints.sendMessage, { type: 'channel', to: String(to), topic, content })).id
  const message_id = await say(eve, design, 'soup')
  const secret = await say(eve, closed, 'soup')
  await readAll(eve, message_id)
  await eve.client.call(endpoints.updateMessage, { message_id, content: 'Hello @**Dan**' })
  await eve.client.call(endpoints.getMessageHistory, { message_id })
  for (const id of [message_id, secret]) {
    await eve.client.call(endpoints.addReaction, { message_id: id, emoji_name: 'tada' })
    await eve.client.call(endpoints.removeReaction, { message_id: id, emoji_name: 'tada' })
    await eve.client.call(endpoints.getReadReceipts, { message_id: id })
  }
  const move = { propagate_mode: 'change_all' } as const
  await server.owner.call(endpoints.updateMessage, { message_id, ...move, stream_id: closed, topic: 'moved' })
  await server.owner.call(endpoints.updateMessage, { message_id, ...move, stream_id: design })
  await server.owner.call(endpoints.updateMessage, { message_id, ...move, topic: '✔ moved' })
  await readAll(eve, message_id)
  await readAll(dan, message_id)
  await dan.client.call(endpoints.updateMessageFlags, { messages: [message_id], flag: 'read', op: 'remove' })
  await dan.client.call(endpoints.muteUser, { muted_user_id: eve.id })
  await dan.client.call(endpoints.markTopicAsRead, { stream_id: design, topic_name: '✔ moved' })
  await dan.client.call(endpoints.markStreamAsRead, { stream_id: design })
  await dan.client.call(endpoints.markAllAsRead, {})
  await dan.client.call(endpoints.unsubscribe, { subscriptions: ['design'] })
  await dan.client.call(endpoints.subscribe, { subscriptions: [{ name: 'design' }] })
  await server.owner.call(endpoints.deactivateUser, { user_id: dan.id })
  await server.owner.call(endpoints.reactivateUser, { user_id: dan.id })
  await server.owner.call(endpoints.exportRealm, {})
  await server.runJobs()
  await server.owner.call(endpoints.deleteMessage, { message_id: secret })
  await server.owner.call(endpoints.deleteTopic, { stream_id: design, topic_name: '✔ moved' })
  await server.runJobs()
}

const TERMS = 'channel:design topic:soup sender:0 dm:0 dm-including:0 mentions:0 search:hello'.split(' ')
const OWN = 'dm starred alerted mentioned unread followed muted resolved'.split(' ').map((what) => `is:${what}`)
const HAS = 'link image attachment reaction'.split(' ').map((what) => `has:${what}`)

async function readAll({ id, client }: Person, messageId: number): Promise<void> {
  await client.call(endpoints.registerQueue, {})
  const narrows = [[], ...[...TERMS, ...OWN, ...HAS, 'channels:public'].map((term) => [term])]
  for (const terms of narrows) {
    const narrow = terms.map((term) => {
      const [operator, operand] = term.split(':') as [string, string]
      return { operator, operand: operand !== '0' ? operand : operator === 'dm' ? [id] : id, negated: false }
    })
    for (const anchor of ['newest', 'first_unread', 'date'])
      await client.call(endpoints.getMessages, {
        anchor,
        anchor_date: '2020-01-01',
        num_before: 25,
        num_after: 25,
        narrow,
      })
    await client.call(endpoints.checkMessagesMatchNarrow, { msg_ids: [messageId], narrow })
  }
  const flags = { anchor: 'first_unread', num_before: 5, num_after: 5, narrow: [], flag: 'starred', op: 'add' }
  await client.call(endpoints.updateMessageFlagsForNarrow, flags)
}

test('every statement names the organization, or what an index begins with', async () => {
  const { rows: indexes } = await server.database.pool.query<{ name: string; table: string; first: string }>(`
    select c.relname as name, i.indrelid as table, a.attname as first from pg_index i
    join pg_class c on c.oid = i.indexrelid and c.relnamespace = current_schema()::regnamespace
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`)
  // With few rows the planner may prefer another index of the table to the best one.
  const hasFirst = ({ 'Index Name': name, 'Index Cond': condition = '' }: PlanNode) => {
    const used = indexes.find((index) => index.name === name)
    const firsts = indexes.filter(({ table }) => table === used?.table).map(({ first }) => first)
    return !used || condition === '' || firsts.some((first) => new RegExp(`\\b${first}\\b`).test(condition))
  }
  const client = await server.database.pool.connect()
  const found: string[] = []
  let seen = 0
  try {
    await client.query('set enable_seqscan = off')
    for (const text of [...statements].filter((one) => /^\s*\(?(with|select|insert|update|delete)\b/i.test(one))) {
      const plan = await planOf(client, text)
      seen += 1
      for (const node of nodesOf(plan).filter((one) => !hasFirst(one)))
        found.push(`${node['Index Name']} by ${node['Index Cond']}: ${text.trim().slice(0, 600)}`)
    }
  } finally {
    client.release(true)
  }
  expect(found).toEqual([])
  expect(seen).toBeGreaterThan(200)
})

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

async function planOf(client: pg.PoolClient, text: string): Promise<PlanNode> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json, costs off) ${text}`,
  )
  return rows[0]!['QUERY PLAN'][0].Plan
}
