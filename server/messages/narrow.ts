import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../api/errors.ts'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import type { Actor } from '../actor.ts'
import { hasContentAccess, hasHistoryAccess } from '../channels/access.ts'
import type { Channel } from '../realm-state/channel.ts'
import { isGuest } from '../realm-state/user.ts'
import { conditionOf, findChannelOperand, type NarrowContext } from './narrow-terms.ts'
import { receivedBy } from './queries.ts'

/** The messages a narrow searches: a `from … where …` over `m`, to which an anchor is added. Null: nothing can match. */
export type Source = RawBuilder<unknown>

export const badNarrow = (desc: string, combination = false) =>
  new ApiError('BAD_NARROW', `Invalid narrow operator${combination ? ' combination' : ''}: ${desc}`, { data: { desc } })

const CHANNEL_TERMS = new Set(['channel', 'stream', 'channels', 'streams', 'topic'])
const DM_TERMS = new Set(['dm', 'pm-with', 'pm_with', 'dm-including', 'group-pm-with', 'group_pm_with'])

export function narrowSource(actor: Actor, narrow: readonly NarrowTerm[], now: number): Source | null {
  requirePossible(narrow)
  const context: NarrowContext = { actor, now, badNarrow }
  const channels = channelTerms(narrow).map((term) => findChannelOperand(context, term.operand))
  const conditions = narrow.map((term) => conditionOf(context, term))
  if (channels.length > 1) return null
  const [channel] = channels
  if (channel && !hasContentAccess(actor.realm, actor.user, channel, now)) return null
  return sql`message m left join topic t on t.id = m.topic_id
    where ${sql.join([baseSet(actor, narrow, channel, now), ...conditions], sql` and `)}`
}

const channelTerms = (narrow: readonly NarrowTerm[]): NarrowTerm[] =>
  narrow.filter((term) => !term.negated && (term.operator === 'channel' || term.operator === 'stream'))

/** No message is in a channel and direct at once. */
function requirePossible(narrow: readonly NarrowTerm[]): void {
  const isDirect = (term: NarrowTerm) => term.operator === 'is' && (term.operand === 'dm' || term.operand === 'private')
  const inChannel = narrow.some((term) => (term.negated ? isDirect(term) : CHANNEL_TERMS.has(term.operator)))
  const direct = narrow.some((term) => !term.negated && (DM_TERMS.has(term.operator) || isDirect(term)))
  if (inChannel && direct) throw badNarrow('No message can be both a channel message and direct message', true)
}

/** Shared history where the narrow names it and the caller may read it; otherwise what the caller received. */
function baseSet(
  actor: Actor,
  narrow: readonly NarrowTerm[],
  channel: Channel | undefined,
  now: number,
): RawBuilder<unknown> {
  const { realm, user } = actor
  const isPersonal = narrow.some((term) => term.operator === 'is' && term.operand !== 'resolved')
  if (!isPersonal && channel && hasHistoryAccess(realm, user, channel, now)) return sql`m.realm_id = ${realm.id}`
  const namesPublic = narrow.some(
    (term) =>
      !term.negated &&
      (term.operator === 'channels' || term.operator === 'streams') &&
      ['public', 'web-public'].includes(String(term.operand)),
  )
  if (!isPersonal && namesPublic && !isGuest(user)) return sql`m.realm_id = ${realm.id}`
  const lost = lostConversations(actor, now)
  const kept = lost.length === 0 ? sql`true` : sql`m.conv_id <> all(${lost}::int[])`
  return sql`m.realm_id = ${realm.id} and ${receivedBy(user.id)} and ${kept}`
}

/** Private channels that the caller may have received from once and may not read any more. */
const lostConversations = ({ realm, user }: Actor, now: number): number[] =>
  [...realm.channels.values()]
    .filter((channel) => !hasContentAccess(realm, user, channel, now))
    .map((channel) => channel.convId)
