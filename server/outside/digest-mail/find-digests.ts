import { firstIdSince } from '../../channels/activity/queries.ts'
import { hasMutedChannel } from '../../channels/user-topics/policy.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { Db } from '../../kernel/db/database.ts'
import { jobKind } from '../../kernel/log/job.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import { REALM_SETTINGS } from '../../kernel/realm-state/realm-settings.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { isForDigest, isHidden, wantsDigest } from './access.ts'
import { chooseTopics, figuresOf, type RealmFigures } from './choose-topics.ts'
import { DAY, DAYS, type Days, daysAway, digestDay } from './digest-days.ts'
import {
  type AwayPerson,
  busiestTopics,
  channelsLeft,
  finishSearch,
  markTold,
  peopleAway,
  policiesOf,
  storedSettings,
  type TopicFigure,
} from './queries.ts'

export interface DigestWork {
  readonly userId: number
  /** A digest is about what was sent since then. All of it has at least that id. */
  readonly since: number
  readonly firstId: number
  /** The best first. */
  readonly topics: readonly Omit<TopicFigure, 'channelId'>[]
}

/** Somebody gets a digest. */
export const digestMail = jobKind<DigestWork>('digest-mail')

/** Counted by one statement, which holds up nobody. */
const CHANNELS_AT_ONCE = 50
/** Decided without a break, and noted in one transaction. */
const PEOPLE_AT_ONCE = 25
const TOPICS_OF_CHANNEL = 6

/** Finds the people of an organization who get a digest today. A search that was cut short is continued by the next. */
export async function findDigests(context: WorkContext, realmId: number, signal: AbortSignal): Promise<void> {
  const { db } = context.database
  const now = seconds(context.clock)
  const stored = context.config.digestMail ? await storedSettings(db, realmId) : undefined
  if (!(stored?.isEnabled ?? REALM_SETTINGS.digest_emails_enabled)) return
  const day = digestDay(now, stored?.weekday ?? REALM_SETTINGS.digest_weekday)
  if (day === null || stored?.searchedDay === day) return
  const live = await context.realms.live(realmId)
  if (context.realms.shared()) await live.bringToHead()
  const search = await startSearch(db, live.state, now, signal)
  let after = 0
  for (;;) {
    signal.throwIfAborted()
    const people = await peopleAway(db, realmId, { after, now, day, most: PEOPLE_AT_ONCE })
    const digests = await digestsFor(db, live.state, search, people)
    if (digests.length > 0) await context.transact(realmId, (tx) => addDigests(tx, digests, day))
    const last = people.at(-1)
    if (!last || people.length < PEOPLE_AT_ONCE) break
    after = last.id
  }
  await finishSearch(db, realmId, day)
}

/** What is the same for everybody. */
interface Search {
  readonly now: number
  readonly firstId: number
  readonly figures: RealmFigures
  readonly topicIds: readonly number[]
  readonly newChannels: readonly Channel[]
}

async function startSearch(db: Db, realm: RealmState, now: number, signal: AbortSignal): Promise<Search> {
  const since = now - Math.max(...DAYS) * DAY
  const firstId = await firstIdSince(db, realm.id, since)
  const channels = [...realm.channels.values()].filter((channel) => !channel.isArchived)
  const ids = channels.filter((channel) => channel.isRecentlyActive).map(({ id }) => id)
  const rows: (TopicFigure & { readonly days: Days })[] = []
  for (let start = 0; start < ids.length; start += CHANNELS_AT_ONCE) {
    signal.throwIfAborted()
    const some = ids.slice(start, start + CHANNELS_AT_ONCE)
    rows.push(...(await busiestTopics(db, some, { firstId, now, most: TOPICS_OF_CHANNEL })))
  }
  return {
    now,
    firstId,
    figures: figuresOf(rows, (channelId) => realm.channels.get(channelId)?.inviteOnly === false),
    topicIds: [...new Set(rows.map(({ topicId }) => topicId))],
    newChannels: channels.filter(({ createdAt }) => createdAt >= since),
  }
}

async function digestsFor(
  db: Db,
  realm: RealmState,
  { now, firstId, figures, topicIds, newChannels }: Search,
  people: readonly AwayPerson[],
): Promise<DigestWork[]> {
  const readers = people.filter(({ id }) => {
    const user = realm.users.get(id)
    return user !== undefined && wantsDigest(realm, user)
  })
  if (readers.length === 0 || (topicIds.length === 0 && newChannels.length === 0)) return []
  const ids = readers.map(({ id }) => id)
  const publicIds = [...new Set([...figures.values()].flatMap(({ inPublic }) => inPublic.map((one) => one.channelId)))]
  const policies = Map.groupBy(await policiesOf(db, ids, topicIds), ({ userId }) => userId)
  const left = Map.groupBy(await channelsLeft(db, ids, publicIds), ({ userId }) => userId)
  return readers.flatMap(({ id, activeAt }) => {
    const user = realm.users.get(id)!
    const days = daysAway(activeAt, now)
    const since = now - days * DAY
    const policyOf = new Map(policies.get(id)?.map(({ topicId, policy }) => [topicId, policy]))
    const leftIds = new Set(left.get(id)?.map(({ channelId }) => channelId))
    const isWanted = ({ topicId, channelId }: TopicFigure) =>
      !isHidden(policyOf.get(topicId), hasMutedChannel(realm, id, channelId)) &&
      (realm.memberships.isSubscribed(id, channelId) || !leftIds.has(channelId))
    const topics = chooseTopics(figures.get(days)!, realm, user, isWanted).map(
      ({ topicId, messages, senders, senderIds }) => ({ topicId, messages, senders, senderIds }),
    )
    const hasNewChannel = newChannels.some((channel) => channel.createdAt >= since && isForDigest(realm, user, channel))
    return topics.length > 0 || hasNewChannel ? [{ userId: id, since, firstId, topics }] : []
  })
}

/** The note and the job are written together: somebody gets one digest, however often the search is repeated. */
async function addDigests(tx: Tx, digests: readonly DigestWork[], day: number): Promise<void> {
  const userIds = digests.map(({ userId }) => userId)
  const added = await markTold(tx.db, tx.realm.id, userIds, day)
  // One at a time, so that other mail does not wait for thousands of digests.
  for (const digest of digests) if (added.has(digest.userId)) tx.after(digestMail.job(digest, { queue: 'digest mail' }))
}
