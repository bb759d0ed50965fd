import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import { databaseOn } from '../../kernel/db/query-builder.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { logInsert } from '../../kernel/log/append-log.ts'
import { nobody, users } from '../../kernel/log/audience.ts'
import type { BatchKind, LaneStep } from '../../kernel/log/lane.ts'
import type { EventData, LogRow } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { type FlagChange, type FlagTarget, loadTargets, type TopicNames, takeLaneForFlags } from './queries.ts'
import { clearUserFlags, markRead, markUnread, setUserFlags } from './writes.ts'

export type EditableFlag = 'read' | 'starred' | 'collapsed'
export type FlagOperation = 'add' | 'remove'

export interface FlagsPlan {
  readonly userId: number
  readonly targets: readonly FlagTarget[]
  readonly ignoredChannels: IgnoredChannels
}

/** Channels whose messages a request contains but does not change. */
export type IgnoredChannels = readonly number[]

export interface FlagsOutcome {
  readonly ignoredChannels: IgnoredChannels
  /** How many messages were changed. */
  readonly updated: number
}

/** A request that waits for its decision. */
export interface QueuedFlags {
  readonly realm: RealmState
  readonly userId: number
  readonly wanted: readonly number[]
  /** The log position at which its targets were read. */
  readonly readAt: number
}

type FlagsKind = BatchKind<FlagsPlan, FlagsOutcome, readonly FlagTarget[], QueuedFlags>
type Write = (client: pg.ClientBase, changed: readonly FlagChange[]) => Promise<void>

/** One kind per flag and operation. Requests of the same kind share a transaction, even from different people. */
function flagsKind(flag: EditableFlag, op: FlagOperation, write: Write): FlagsKind {
  return {
    name: `${flag} ${op}`,
    emits: 'update_message_flags',
    isTransaction: true,
    prepare(client, requests) {
      const areCurrent = requests.every(({ realm, readAt }) => readAt >= realm.relocatedAt)
      return areCurrent ? undefined : readAgain(databaseOn(client), requests)
    },
    async write(client, step, plans) {
      const taken = await takeLaneForFlags(client, `${flag} ${op}`, step, plans)
      if (!taken) return null
      const all = taken.changes.flat()
      if (all.length > 0) await write(client, all)
      const rows = plans.map((plan, index) =>
        logRow(step, plan, index, eventOf(flag, op, taken.changes[index]!, taken.topics)),
      )
      await client.query(logInsert(step.realmId, step.now, rows))
      const outcomes = plans.map(({ ignoredChannels }, index) => ({
        ignoredChannels,
        updated: taken.changes[index]!.length,
      }))
      return { outcomes, rows }
    },
  }
}

/** Rare: messages were moved while these waited for the lane. */
async function readAgain(db: Db, requests: readonly QueuedFlags[]): Promise<readonly (readonly FlagTarget[])[]> {
  const targets: (readonly FlagTarget[])[] = []
  for (const { realm, userId, wanted } of requests) targets.push(await loadTargets(db, realm.id, userId, wanted))
  return targets
}

function eventOf(
  flag: EditableFlag,
  op: FlagOperation,
  changed: readonly FlagChange[],
  topics: TopicNames,
): EventData | undefined {
  if (changed.length === 0) return undefined
  const base = { type: 'update_message_flags', flag, messages: changed.map((one) => one.id), all: false } as const
  if (op === 'add') return { ...base, op: 'add', operation: 'add' } as EventData
  const details = flag === 'read' ? { message_details: unreadDetails(changed, topics) } : {}
  return { ...base, op: 'remove', operation: 'remove', ...details } as EventData
}

/** A request that changed nothing keeps its log row but has no event. */
const logRow = (step: LaneStep, plan: FlagsPlan, index: number, event: EventData | undefined): LogRow => ({
  seq: step.expected + index + 1,
  audience: event ? users(plan.userId) : nobody,
  payload: event ? { event } : {},
})

/** The details that a client needs to count messages as unread that it may not have loaded. */
const unreadDetails = (changed: readonly FlagChange[], topics: TopicNames) =>
  Object.fromEntries(
    changed.map(({ id, user_id, channel_id, topic_id, members, mentioned }) => {
      const more = mentioned ? { mentioned } : {}
      if (channel_id !== null)
        return [id, { type: 'stream', stream_id: channel_id, topic: topics[topic_id] ?? '', ...more }]
      const others = (members ?? []).filter((member) => member !== user_id)
      return [id, { type: 'private', user_ids: others, ...more }]
    }),
  )

export const FLAG_KINDS: Readonly<Record<EditableFlag, Readonly<Record<FlagOperation, FlagsKind>>>> = {
  read: { add: flagsKind('read', 'add', markRead), remove: flagsKind('read', 'remove', markUnread) },
  starred: {
    add: flagsKind('starred', 'add', (client, changed) => setUserFlags(client, changed, USER_BIT.starred)),
    remove: flagsKind('starred', 'remove', (client, changed) => clearUserFlags(client, changed, USER_BIT.starred)),
  },
  collapsed: {
    add: flagsKind('collapsed', 'add', (client, changed) => setUserFlags(client, changed, USER_BIT.collapsed)),
    remove: flagsKind('collapsed', 'remove', (client, changed) => clearUserFlags(client, changed, USER_BIT.collapsed)),
  },
}
