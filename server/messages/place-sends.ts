import type pg from 'pg'
import { topicKey } from './message-text.ts'
import type { SendChange, SendPlan } from './send-batch.ts'

/** Last positions of conversations that memory did not know, and the position of the log they were read at. */
export interface HeadsRead {
  readonly seq: number
  readonly heads: ReadonlyMap<number, number>
}

/** For conversations that memory does not know: once for each after a start. */
export async function readHeads(client: pg.ClientBase, changes: readonly SendChange[]): Promise<void> {
  const { rows } = await client.query<{ id: number; last_hseq: number; seq: number }>({
    name: 'conversation-heads',
    text: `select c.id, c.last_hseq, l.seq from conversation_head c join realm_log l on l.realm_id = c.realm_id
      where c.realm_id = $1 and c.id = any($2::int[])`,
    values: [changes[0]!.realm.id, [...new Set(changes.map((change) => change.convId))]],
  })
  const read = { seq: rows[0]?.seq ?? -1, heads: new Map(rows.map((row) => [row.id, row.last_hseq])) }
  for (const change of changes) change.headsRead = read
}

/** A send with its address. */
export interface PlacedSend {
  readonly plan: SendPlan
  readonly hseq: number
  /** Undefined for a topic that memory does not know, null for a direct message. */
  readonly topicId: number | null | undefined
  readonly topic: string
  readonly topicKey: string
  /** The first of its batch in an unknown topic, which gives it its spelling if it is new. */
  readonly namesTopic: boolean
}

/** Null when what was read of a conversation is not of this position of the log. */
export function placeSends(expected: number, plans: readonly SendPlan[]): readonly PlacedSend[] | null {
  const heads = new Map<number, number>()
  const named = new Set<string>()
  const placed: PlacedSend[] = []
  for (const plan of plans) {
    const { convId } = plan.message
    const head = heads.get(convId) ?? headAt(expected, plan)
    if (head === undefined) return null
    heads.set(convId, head + 1)
    placed.push({ plan, hseq: head + 1, ...topicOf(plan, named) })
  }
  return placed
}

function headAt(expected: number, { realm, message, headsRead }: SendPlan): number | undefined {
  const known = realm.places.head(message.convId)
  if (known !== undefined) return known
  return headsRead?.seq === expected ? headsRead.heads.get(message.convId) : undefined
}

function topicOf({ realm, message }: SendPlan, named: Set<string>) {
  const { channelId, topic } = message
  if (channelId === undefined) return { topicId: null, topic, topicKey: '', namesTopic: false }
  const key = topicKey(topic)
  const known = realm.places.topic(channelId, key)
  if (known) return { topicId: known.id, topic: known.name, topicKey: key, namesTopic: false }
  const name = `${channelId} ${key}`
  const namesTopic = !named.has(name)
  named.add(name)
  return { topicId: undefined, topic, topicKey: key, namesTopic }
}
