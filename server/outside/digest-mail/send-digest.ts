import { hasMutedChannel } from '../../channels/user-topics/policy.ts'
import { hasHistoryAccess } from '../../kernel/access/channel-access.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { Db } from '../../kernel/db/database.ts'
import { mailId } from '../../kernel/mail/mail-id.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { sightOf } from '../../kernel/realm-state/sight.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { maySeeMessage } from '../../messages/message-access.ts'
import { loadMessages } from '../../messages/message-queries.ts'
import { unsubscribeLink } from '../mail/unsubscribe-link.ts'
import { isForDigest, isHidden, wantsDigest } from './access.ts'
import type { DigestWork } from './find-digests.ts'
import { channelsLeft, figuresFor, firstMessages, lastHereOf, placesOf, policiesOf } from './queries.ts'
import { type DigestTopic, writeDigest } from './write-digest.ts'

const MAX_DIGEST_TOPICS = 4
const MESSAGES_SHOWN = 3

/** Mails a digest of what somebody may read now. Nothing comes after the mail that could fail and send it again. */
export async function sendDigest(
  { config, database: { db }, secret, mailer, clock, realms, addressOf }: WorkContext,
  realm: RealmState,
  work: DigestWork,
  jobId: string,
): Promise<void> {
  const user = realm.users.get(work.userId)
  if (!config.digestMail || !user || !wantsDigest(realm, user)) return
  const activeAt = await lastHereOf(db, realm.id, user.id, seconds(clock))
  if (activeAt === undefined || activeAt > work.since) return
  const { topics, channels } = await readDigest(db, realm, user, work)
  if (topics.length === 0 && channels.length === 0) return
  const address = addressOf(realm)
  const unsubscribe = unsubscribeLink(secret, address, user.id, 'digest')
  const view = {
    ...{ realm, user, address, unsubscribe },
    sees: sightOf(realm, user),
    hasNeighbours: realms.ids.length > 1,
  }
  const mail = writeDigest(view, { topics, channels })
  await mailer.send({ ...mail, to: user.deliveryEmail, unsubscribe, id: mailId(realm.id, jobId) })
}

async function readDigest(db: Db, realm: RealmState, user: User, work: DigestWork) {
  const found = newChannels(realm, user, work.since)
  const topics = await openTopics(db, realm, user, work)
  const channelIds = [...found, ...topics.map(({ channel }) => channel)].map(({ id }) => id)
  const left = new Set((await channelsLeft(db, [user.id], channelIds)).map(({ channelId }) => channelId))
  const isThere = (channel: Channel) => realm.memberships.isSubscribed(user.id, channel.id) || !left.has(channel.id)
  const wanted = topics.filter(({ channel }) => isThere(channel))
  return { topics: await withMessages(db, realm, user, work, wanted), channels: found.filter(isThere) }
}

const newChannels = (realm: RealmState, user: User, since: number): Channel[] =>
  [...realm.channels.values()].filter(
    (channel) =>
      channel.createdAt >= since &&
      channel.creatorId !== user.id &&
      isForDigest(realm, user, channel) &&
      !hasMutedChannel(realm, user.id, channel.id),
  )

type OpenTopic = Omit<DigestTopic, 'messages'> & { readonly id: number }

/** The topics that the person may read and has not muted by now. */
async function openTopics(
  db: Db,
  realm: RealmState,
  user: User,
  { topics, ...work }: DigestWork,
): Promise<OpenTopic[]> {
  const ids = topics.map(({ topicId }) => topicId)
  const places = new Map((await placesOf(db, realm.id, ids)).map((place) => [place.id, place]))
  const policies = new Map((await policiesOf(db, [user.id], ids)).map((row) => [row.topicId, row.policy]))
  const open = topics.flatMap(({ topicId: id, ...figure }) => {
    const place = places.get(id)
    const channel = place && realm.channels.get(place.channelId)
    if (!channel || !isForDigest(realm, user, channel)) return []
    if (isHidden(policies.get(id), hasMutedChannel(realm, user.id, channel.id))) return []
    return [{ id, channel, topic: place.name, figure }]
  })
  const guarded = open.filter(({ channel }) => !hasHistoryAccess(realm, user, channel)).map(({ id }) => id)
  const own = new Map((await figuresFor(db, user.id, guarded, work)).map(({ topicId, ...row }) => [topicId, row]))
  return open.flatMap((topic) => {
    const figure = guarded.includes(topic.id) ? own.get(topic.id) : topic.figure
    return figure ? [{ ...topic, figure }] : []
  })
}

/** Some messages of each topic. A topic of which the person may read nothing is left out. */
async function withMessages(
  db: Db,
  realm: RealmState,
  user: User,
  { since, firstId }: DigestWork,
  topics: readonly OpenTopic[],
): Promise<DigestTopic[]> {
  const mutedIds = realm.records.mutes.get(user.id)?.muted.map(({ id }) => id) ?? []
  const readable = topics.map(({ id, channel }) => ({ id, isShared: hasHistoryAccess(realm, user, channel) }))
  const ids = await firstMessages(db, user.id, readable, { firstId, since, mutedIds, most: MESSAGES_SHOWN })
  const actor = { realm, user, client: '', address: null }
  const seen = (await loadMessages(db, realm.id, user.id, ids)).filter((message) => maySeeMessage(actor, message))
  const messages = Map.groupBy(seen, ({ topic_id }) => topic_id)
  return topics
    .flatMap(({ id, figure, ...topic }) => {
      const some = messages.get(id)
      const senderIds = figure.senderIds.filter((senderId) => !mutedIds.includes(senderId))
      const senders = figure.senders - figure.senderIds.length + senderIds.length
      return some ? [{ ...topic, figure: { ...figure, senders, senderIds }, messages: some }] : []
    })
    .slice(0, MAX_DIGEST_TOPICS)
}
