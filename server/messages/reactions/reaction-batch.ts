import type { Db } from '../../kernel/db/database.ts'
import { databaseOn } from '../../kernel/db/query-builder.ts'
import { type Audience, nobody } from '../../kernel/log/audience.ts'
import type { BatchKind, LaneStep } from '../../kernel/log/lane.ts'
import { type EventData, LOG_VERSION, type LogPayload, type LogRow } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Emoji } from '../../organization/emoji/choose-emoji.ts'
import { presentReaction } from '../../organization/emoji/reaction-present.ts'
import { isOutdated, loadTarget, type ReactionTarget } from './target-queries.ts'

export interface ReactionPlan {
  readonly messageId: number
  readonly userId: number
  readonly emoji: Emoji
  readonly audience: Audience
}

/** A reaction that waits for its decision. */
export interface QueuedReaction {
  readonly realm: RealmState
  readonly userId: number
  readonly target: ReactionTarget
  /** The log position at which the target was read. */
  readonly readAt: number
}

type Operation = 'add' | 'remove'

const WRITE: Readonly<Record<Operation, string>> = {
  add: `insert into reaction (realm_id, message_id, user_id, kind, emoji_code, emoji_name)
    select $1, message_id, user_id, kind, emoji_code, emoji_name from input, lane order by ord
    on conflict (message_id, user_id, kind, emoji_code) do nothing
    returning message_id, user_id, kind, emoji_code, emoji_name`,
  remove: `delete from reaction r using input i, lane
    where r.realm_id = $1 and r.message_id = i.message_id and r.user_id = i.user_id and r.kind = i.kind and r.emoji_code = i.emoji_code
    returning r.message_id, r.user_id, r.kind, r.emoji_code, r.emoji_name`,
}

/**
 * Writes reactions of many people in one statement. The outcome is true if something changed. A reaction that already
 * existed, or did not exist to remove, keeps its log row but has no event.
 */
const reactionKind = (op: Operation): BatchKind<ReactionPlan, boolean, ReactionTarget | null, QueuedReaction> => ({
  name: `reaction ${op}`,
  emits: 'reaction',
  prepare(client, reactions) {
    const areCurrent = reactions.every(({ realm, target, readAt }) => !isOutdated(realm, target, readAt))
    return areCurrent ? undefined : readAgain(databaseOn(client), reactions)
  },
  async write(client, step, plans) {
    const { rows } = await client.query<{ ord: number; emoji_name: string | null }>({
      name: `reaction-${op}`,
      text: `
        with lane as (
          update realm_log set seq = seq + $3 where realm_id = $1 and seq = $2 returning seq
        ), input as (
          select * from unnest($5::int[], $6::bigint[], $7::int[], $8::int[], $9::text[], $10::text[], $11::text[], $12::text[])
            as t (ord, message_id, user_id, kind, emoji_code, emoji_name, audience, payload)
        ), written as (
          ${WRITE[op]}
        ), told as (
          select i.ord, w.emoji_name, i.audience, i.payload
          from lane, input i left join written w on w.message_id = i.message_id and w.user_id = i.user_id
            and w.kind = i.kind and w.emoji_code = i.emoji_code
            and not exists (select 1 from input e where e.ord < i.ord and e.message_id = i.message_id
              and e.user_id = i.user_id and e.kind = i.kind and e.emoji_code = i.emoji_code)
        ), logged as (
          insert into event_log (realm_id, seq, at, audience, payload)
          select $1, $2 + ord, $4, case when emoji_name is null then '{"to":"nobody"}' else audience end,
            case when emoji_name is null then '{}' else payload || ',"emoji_name":' || to_json(emoji_name) || '}}' end
          from told
        )
        select ord, emoji_name from told order by ord`,
      values: [
        step.realmId,
        step.expected,
        plans.length,
        step.now,
        plans.map((_, index) => index + 1),
        plans.map((plan) => plan.messageId),
        plans.map((plan) => plan.userId),
        plans.map((plan) => plan.emoji.kind),
        plans.map((plan) => plan.emoji.code),
        plans.map((plan) => plan.emoji.name),
        plans.map((plan) => JSON.stringify(plan.audience)),
        plans.map((plan) => payloadPrefix(op, plan)),
      ],
    })
    if (rows.length === 0) return null
    return {
      outcomes: rows.map((row) => row.emoji_name !== null),
      rows: rows.map((row, index) => logRow(step, op, plans[index]!, index, row.emoji_name)),
    }
  },
})

/** Rare: messages were moved while these waited for the lane. */
async function readAgain(
  db: Db,
  reactions: readonly QueuedReaction[],
): Promise<readonly (ReactionTarget | null | undefined)[]> {
  const targets: (ReactionTarget | null | undefined)[] = []
  for (const { realm, userId, target, readAt } of reactions)
    targets.push(isOutdated(realm, target, readAt) ? await loadTarget(db, realm, userId, target.message.id) : undefined)
  return targets
}

/** The database decides the name, because the reaction may have been added under another one. */
const eventOf = (op: Operation, plan: ReactionPlan, name: string) => ({
  type: 'reaction' as const,
  op,
  message_id: plan.messageId,
  ...presentReaction({ user_id: plan.userId, kind: plan.emoji.kind, emoji_code: plan.emoji.code, emoji_name: name }),
})

function payloadPrefix(op: Operation, plan: ReactionPlan): string {
  const { emoji_name: _, ...rest } = eventOf(op, plan, '')
  return `{"v":${LOG_VERSION},"event":${JSON.stringify(rest).slice(0, -1)}`
}

function logRow(step: LaneStep, op: Operation, plan: ReactionPlan, index: number, name: string | null): LogRow {
  const seq = step.expected + index + 1
  if (name === null) return { seq, audience: nobody, payload: {} }
  const payload: LogPayload = { event: eventOf(op, plan, name) as EventData }
  return { seq, audience: plan.audience, payload }
}

export const REACTION_KINDS = { add: reactionKind('add'), remove: reactionKind('remove') }
