import { type RawBuilder, sql } from 'kysely'
import { badRequest } from '../../../api/errors.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { hiddenFrom, topicMutedBy } from '../../channels/user-topics/visibility-sql.ts'
import { hasContentAccess, hasHistoryAccess } from '../../kernel/access/channel-access.ts'
import { webPublicChannels } from '../../kernel/access/visitors.ts'
import { type Actor, isSignedIn } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isGuest } from '../../kernel/realm-state/user.ts'
import { badNarrow } from './bad-narrow.ts'
import { chooseSource } from './choose-source.ts'
import type { MessageSource, PageRequest } from './message-source.ts'
import { channelsIn, conditionOf, findChannelOperand, placeIn } from './narrow-terms.ts'
import { hasCommonPhrase, isSearch, searchConditions, searchOf } from './search-term.ts'
import type { Reader } from './visitor-access.ts'
import { followMessage } from './with-term.ts'

const CHANNEL_TERMS = new Set(['channel', 'stream', 'channels', 'streams', 'topic'])
const DM_TERMS = new Set(['dm', 'pm-with', 'pm_with', 'dm-including', 'group-pm-with', 'group_pm_with'])

/** Far more than a person or a program needs. Each costs the planner time and may take a parameter of the statement. */
const MAX_TERMS = 1000
/**
 * The number of terms that may affect the query plan. The planner's work doubles with each one that it tries to join.
 */
const PLANNED_TERMS = 6

/** The messages that a narrow searches. Null if nothing can match. */
export async function narrowSource(
  db: Db,
  reader: Reader,
  given: readonly NarrowTerm[],
): Promise<MessageSource | null> {
  if (given.length > MAX_TERMS) throw badRequest(`narrow is too long (limit: ${MAX_TERMS} items)`)
  const narrow = await followMessage(db, reader, given)
  requirePossible(narrow)
  const channels = channelTerms(narrow).map((term) => findChannelOperand(reader, term.operand))
  const search = searchOf(narrow)
  const terms = narrow.filter((term) => !isSearch(term) && !asksForUnread(term))
  const conditions = distinct(terms).map((term, index) => {
    const condition = conditionOf(reader, term)
    return index < PLANNED_TERMS ? condition : sql`coalesce(${condition}, false)`
  })
  if (channels.length > 1) return null
  const [channel] = channels
  const { realm, user } = reader
  // For visitors the lookup has already checked the access.
  if (channel && user && !hasContentAccess(realm, user, channel)) return null
  const base = isSignedIn(reader) ? baseSet(reader, narrow, channel) : shownToEverybody(realm)
  const place = placeIn(reader, narrow)
  const found = search ? await searchConditions(db, realm.id, search) : []
  const wanted: PageRequest = {
    realmId: realm.id,
    userId: user?.id ?? null,
    isBot: user?.isBot ?? false,
    conditions: [...base.conditions, ...conditions, ...found],
    received: base.received,
    unread: narrow.some(asksForUnread),
    unmuted: isSignedIn(reader) ? unmuted(reader, channel) : sql`true`,
    isCommon: narrow.length < 4 && narrow.every(isCommon),
    place,
    within: place ?? channelsIn(reader, narrow),
  }
  return chooseSource(reader, wanted, {
    narrow,
    channel,
    hasPhrase: (search?.phrases.length ?? 0) > 0,
    hasCommonPhrase: await hasCommonPhrase(db, realm.id, search),
  })
}

const isCommon = (term: NarrowTerm): boolean =>
  !term.negated && (['channel', 'topic', 'dm'].includes(term.operator) || asksForUnread(term))

const asksForUnread = ({ operator, operand, negated }: NarrowTerm): boolean =>
  operator === 'is' && operand === 'unread' && !negated

/** Muted messages are passed over when the first unread one is looked for. A channel that is named is not muted. */
const unmuted = (actor: Actor, channel: Channel | undefined): RawBuilder<unknown> =>
  sql`not ${channel ? topicMutedBy(actor.user.id) : hiddenFrom(actor)}`

const distinct = (narrow: readonly NarrowTerm[]): NarrowTerm[] => [
  ...new Map(narrow.map((term) => [JSON.stringify([term.operator, term.operand, term.negated]), term])).values(),
]

const channelTerms = (narrow: readonly NarrowTerm[]): NarrowTerm[] =>
  narrow.filter((term) => !term.negated && (term.operator === 'channel' || term.operator === 'stream'))

/** A message cannot be both in a channel and direct. */
function requirePossible(narrow: readonly NarrowTerm[]): void {
  const isDirect = (term: NarrowTerm) => term.operator === 'is' && (term.operand === 'dm' || term.operand === 'private')
  const inChannel = narrow.some((term) => (term.negated ? isDirect(term) : CHANNEL_TERMS.has(term.operator)))
  const direct = narrow.some((term) => !term.negated && (DM_TERMS.has(term.operator) || isDirect(term)))
  if (inChannel && direct) throw badNarrow('No message can be both a channel message and direct message', true)
}

/** The messages that a reader can find at all. */
interface Base {
  readonly conditions: readonly RawBuilder<unknown>[]
  readonly received: boolean
}

const EVERYTHING: Base = { conditions: [], received: false }

const shownToEverybody = (realm: RealmState): Base => ({
  conditions: [sql`m.conv_id = any(${webPublicChannels(realm).map(({ convId }) => convId)}::int[])`],
  received: false,
})

/**
 * The shared history if the narrow names the channel and the caller may read it. Otherwise the messages that the caller
 * received.
 */
function baseSet(actor: Actor, narrow: readonly NarrowTerm[], channel: Channel | undefined): Base {
  const { realm, user } = actor
  const isPersonal = narrow.some((term) => term.operator === 'is' && term.operand !== 'resolved')
  if (!isPersonal && channel && hasHistoryAccess(realm, user, channel)) return EVERYTHING
  const namesPublic = narrow.some(
    (term) =>
      !term.negated &&
      (term.operator === 'channels' || term.operator === 'streams') &&
      ['public', 'web-public'].includes(String(term.operand)),
  )
  if (!isPersonal && namesPublic && !isGuest(user)) return EVERYTHING
  const lost = lostConversations(actor)
  return { conditions: lost.length === 0 ? [] : [sql`m.conv_id <> all(${lost}::int[])`], received: true }
}

/** Private channels that the caller may have received messages from but may no longer read. */
const lostConversations = ({ realm, user }: Actor): number[] =>
  [...realm.channels.values()]
    .filter((channel) => !hasContentAccess(realm, user, channel))
    .map((channel) => channel.convId)
