import type pg from 'pg'
import type { Db } from '../../kernel/db/database.ts'
import { databaseOn } from '../../kernel/db/query-builder.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { logInsert } from '../../kernel/log/append-log.ts'
import { nobody, users } from '../../kernel/log/audience.ts'
import type { BatchKind, LaneStep } from '../../kernel/log/lane.ts'
import type { EventData, LogRow } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { type FlagChange, type FlagTarget, loadTargets, takeLaneForFlags } from './queries.ts'
import { clearUserFlags, markRead, markUnread, setUserFlags } from './writes.ts'

export type EditableFlag = 'read' | 'starred' | 'collapsed'
export type FlagOperation = 'add' | 'remove'

export interface FlagsPlan {
  readonly userId: number
  readonly ids: readonly number[]
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
      const changed = await takeLaneForFlags(client, `${flag} ${op}`, step, plans)
      if (!changed) return null
      if (changed.length > 0) await write(client, changed)
      const rows = plans.map((plan, index) => {
        const own = changed.filter((one) => one.ord === index + 1)
        return logRow(step, plan, index, eventOf(flag, op, own))
      })
      await client.query(logInsert(step.realmId, step.now, rows))
      const outcomes = plans.map(({ ignoredChannels }, index) => ({
        ignoredChannels,
        updated: changed.filter((one) => one.ord === index + 1).length,
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

function eventOf(flag: EditableFlag, op: FlagOperation, changed: readonly FlagChange[]): EventData | undefined {
  if (changed.length === 0) return undefined
  const base = { type: 'update_message_flags', flag, messages: changed.map((one) => one.id), all: false } as const
  if (op === 'add') return { ...base, op: 'add', operation: 'add' } as EventData
  const details = flag === 'read' ? { message_details: unreadDetails(changed) } : {}
  return { ...base, op: 'remove', operation: 'remove', ...details } as EventData
}

/** A request that changed nothing keeps its log row but has no event. */
const logRow = (step: LaneStep, plan: FlagsPlan, index: number, event: EventData | undefined): LogRow => ({
  seq: step.expected + index + 1,
  audience: event ? users(plan.userId) : nobody,
  payload: event ? { event } : {},
})

/** The details that a client needs to count messages as unread that it may not have loaded. */
export const unreadDetails = (changed: readonly FlagChange[]) =>
  Object.fromEntries(
    changed.map((one) => {
      const mentioned = one.mentioned ? { mentioned: true } : {}
      if (one.channel_id !== null)
        return [one.id, { type: 'stream', stream_id: one.channel_id, topic: one.topic ?? '', ...mentioned }]
      const others = (one.members ?? []).filter((id) => id !== one.user_id)
      return [one.id, { type: 'private', user_ids: others, ...mentioned }]
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
