import type pg from 'pg'
import type { AutomaticPolicy } from '../../channels/user-topics/policy.ts'
import { prepared, type TextRow } from '../../kernel/db/prepared.ts'
import type { BatchKind, LaneStep, WriteResult } from '../../kernel/log/lane.ts'
import type { LogRow } from '../../kernel/log/log-row.ts'
import { SENT_KEY_SECONDS } from '../../kernel/log/sent-keys.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { KnownTopic } from '../../kernel/realm-state/structures/places.ts'
import { stayAwakeFor } from '../../kernel/wire/stay-awake.ts'
import { placeSends, readHeads } from './place-sends.ts'
import type { HeadsSnapshot, KnownSend, PlacedSend, QueuedSend, SendFacts, SendOutcome, SendPlan } from './send-plan.ts'
import { statementFor } from './send-statement.ts'

export const sendBatch: BatchKind<SendPlan, SendOutcome, SendFacts, QueuedSend> = {
  name: 'send',
  emits: 'message',

  prepare(client, changes, step) {
    const keyed = changes.filter((change) => change.sendKey !== undefined)
    const readingHeads = readHeads(client, changes)
    return keyed.length === 0 && !readingHeads ? undefined : readFacts(client, step, changes, keyed, readingHeads)
  },

  async write(client, step, plans): Promise<WriteResult<SendOutcome> | null> {
    const placed = placeSends(step, plans)
    if (!placed) return null
    const { realm } = plans[0]!
    try {
      const writing = prepared(client, ...statementFor(step, placed))
      stayAwakeFor(writing, placed.length)
      // Runs while the database writes.
      const rows = placed.map(({ plan: { audience, message } }, index) => ({
        seq: step.expected + index + 1,
        audience,
        payload: { message },
      }))
      const { count, rows: named } = await writing
      if (count === 0) return null
      const topics = namedTopics(named)
      learnPlaces(realm, step, placed, topics)
      return {
        outcomes: placed.map(({ plan: { message } }, index) => ({
          id: message.id,
          topic: topics.get(index)?.name ?? message.topic,
        })),
        rows: topics.size === 0 ? rows : rows.map((row, index) => inTopic(row, topics.get(index))),
      }
    } catch (error) {
      // The cause may be wrong positions in memory, so the next send reads them from the database.
      realm.places.forget()
      throw error
    }
  },
}

async function readFacts(
  client: pg.ClientBase,
  step: LaneStep,
  changes: readonly QueuedSend[],
  keyed: readonly QueuedSend[],
  readingHeads: Promise<HeadsSnapshot> | undefined,
): Promise<readonly SendFacts[]> {
  const headsRead = await readingHeads
  const earlier = keyed.length === 0 ? NO_SENDS : await findRepeated(client, step, keyed)
  return changes.map((change) => ({ repeated: earlier.get(keyOf(change)), headsRead }))
}

const NO_SENDS: ReadonlyMap<string, KnownSend> = new Map()

const keyOf = ({ senderId, sendKey }: QueuedSend): string => `${senderId} ${sendKey?.key}`

async function findRepeated(
  client: pg.ClientBase,
  { realmId, now }: LaneStep,
  keyed: readonly QueuedSend[],
): Promise<ReadonlyMap<string, KnownSend>> {
  const { rows } = await client.query<{
    user_id: number
    key: string
    digest: string
    message_id: number
    topic: string | null
    policy: AutomaticPolicy | null
  }>({
    name: 'sent-keys',
    text: `select k.user_id, k.key, k.digest, k.message_id, t.name as topic, p.policy
      from unnest($1::int[], $2::text[], $3::bigint[]) as w (user_id, key, since)
      join sent_key k on k.user_id = w.user_id and k.key = w.key and k.at > w.since
      join message m on m.realm_id = $4 and m.id = k.message_id left join topic t on t.id = m.topic_id
      left join user_topic p on p.user_id = k.user_id and p.channel_id = t.channel_id and p.name_key = t.name_key
        and p.set_by = k.message_id`,
    values: [
      keyed.map((change) => change.senderId),
      keyed.map((change) => change.sendKey!.key),
      keyed.map((change) => (change.sendKey!.isLasting ? -1 : now - SENT_KEY_SECONDS)),
      realmId,
    ],
  })
  return new Map(
    rows.map((row) => [
      `${row.user_id} ${row.key}`,
      { id: row.message_id, topic: row.topic ?? '', digest: row.digest, policy: row.policy },
    ]),
  )
}

/** Topics that memory did not know, by the index of their message in the batch. */
const namedTopics = (rows: readonly TextRow[]): ReadonlyMap<number, KnownTopic> =>
  new Map(rows.map(([ord, id, name]) => [Number(ord) - 1, { id: Number(id), name: name! }]))

function learnPlaces(
  realm: RealmState,
  step: LaneStep,
  placed: readonly PlacedSend[],
  named: ReadonlyMap<number, KnownTopic>,
): void {
  if (!placed.some(({ plan, namesTopic }) => plan.headsRead !== undefined || namesTopic)) return
  const heads = placed.flatMap(({ plan: { message, headsRead } }) => {
    const head = realm.places.head(message.convId) === undefined ? headsRead?.heads.get(message.convId) : undefined
    return head === undefined ? [] : [[message.convId, head] as const]
  })
  const topics = placed.flatMap(({ plan, namesTopic, topicKey }, index) => {
    const topic = named.get(index)
    return namesTopic && topic ? [[plan.message.channelId!, topicKey, topic] as const] : []
  })
  realm.learn(step.expected, { heads, topics })
}

const inTopic = (row: LogRow, topic: KnownTopic | undefined): LogRow =>
  topic ? { ...row, payload: { message: { ...row.payload.message!, topic: topic.name } } } : row
