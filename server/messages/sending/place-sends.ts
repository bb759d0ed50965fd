import type pg from 'pg'
import type { LaneStep } from '../../kernel/log/lane.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import type { HeadsSnapshot, PlacedSend, QueuedSend, SendPlan } from './send-plan.ts'

interface ReadRow {
  readonly seq: number
  readonly heads: Readonly<Record<string, number>> | null
  /** The last id of a new block, if one was needed. */
  readonly last_id: number | null
}

/**
 * Reads what a batch needs and memory does not have: the last positions of conversations, once each after a start, and
 * ids. Undefined if there is nothing to read.
 */
export function readHeads(client: pg.ClientBase, changes: readonly QueuedSend[]): Promise<HeadsSnapshot> | undefined {
  const { realm } = changes[0]!
  const unknown = changes.filter((change) => realm.places.head(change.convId) === undefined)
  const needsIds = realm.messageIds.count < changes.length
  return unknown.length > 0 || needsIds ? read(client, realm, unknown, needsIds) : undefined
}

async function read(
  client: pg.ClientBase,
  realm: RealmState,
  unknown: readonly QueuedSend[],
  needsIds: boolean,
): Promise<HeadsSnapshot> {
  const { rows } = await client.query<ReadRow>({
    name: 'read-heads',
    text: `select l.seq, case when $3::boolean then nextval('message_id_seq') end as last_id,
        (select json_object_agg(c.id, c.last_hseq) from conversation_head c
          where c.realm_id = $1 and c.id = any($2::int[])) as heads
      from realm_log l where l.realm_id = $1`,
    values: [realm.id, [...new Set(unknown.map((change) => change.convId))], needsIds],
  })
  const { seq, heads, last_id } = rows[0]!
  if (last_id !== null) realm.messageIds.add(last_id)
  return { seq, heads: new Map(Object.entries(heads ?? {}).map(([id, head]) => [Number(id), head])) }
}

/** Null if the read positions belong to another log position, or if ids have been passed by another node. */
export function placeSends(
  { expected, now }: Pick<LaneStep, 'expected' | 'now'>,
  plans: readonly SendPlan[],
): readonly PlacedSend[] | null {
  const firstId = plans[0]!.realm.messageIds.take(plans.length)
  if (firstId === undefined) return null
  const heads = new Map<number, number>()
  const named = new Set<string>()
  const placed: PlacedSend[] = []
  for (const [index, plan] of plans.entries()) {
    const { message } = plan
    const head = heads.get(message.convId) ?? headAt(expected, plan)
    if (head === undefined) return null
    heads.set(message.convId, head + 1)
    message.id = firstId + index
    message.sentAt = now
    placed.push(place(plan, head + 1, named))
  }
  return placed
}

function place(plan: SendPlan, hseq: number, named: Set<string>): PlacedSend {
  const { realm, message } = plan
  const { channelId } = message
  if (channelId === undefined) return { plan, hseq, topicId: null, topicKey: '', namesTopic: false }
  const key = topicKey(message.topic)
  const known = realm.places.topic(channelId, key)
  if (!known) return { plan, hseq, topicId: undefined, topicKey: key, namesTopic: isFirst(named, channelId, key) }
  message.topic = known.name
  return { plan, hseq, topicId: known.id, topicKey: key, namesTopic: false }
}

function headAt(expected: number, { realm, message, headsRead }: SendPlan): number | undefined {
  const known = realm.places.head(message.convId)
  if (known !== undefined) return known
  return headsRead?.seq === expected ? headsRead.heads.get(message.convId) : undefined
}

function isFirst(named: Set<string>, channelId: number, key: string): boolean {
  const name = `${channelId} ${key}`
  if (named.has(name)) return false
  named.add(name)
  return true
}
