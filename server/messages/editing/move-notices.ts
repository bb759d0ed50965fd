import { POLICY } from '../../channels/user-topics/policy.ts'
import { policiesOfTopic } from '../../channels/user-topics/queries.ts'
import { isKnownToReaders } from '../../kernel/access/channel-access.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { RESOLVED_PREFIX, topicKey } from '../../kernel/realm-state/topic-name.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import { topicLink } from '../../kernel/rendering/place-links.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { deleteMessages } from '../deleting/delete-messages.ts'
import type { MovePlan } from './plan-move.ts'
import { findRecentNotice, findTopic } from './queries.ts'

/** Where the caller wants a notice of a move. */
interface NoticePlaces {
  readonly toOld: boolean
  readonly toNew: boolean
}

/** The notification bot announces the move in the topics that it concerns. */
export async function sendMoveNotices(tx: CallTx, plan: MovePlan, wanted: NoticePlaces): Promise<void> {
  if (plan.changesChannel || !plan.isResolving) await sendPlaceNotices(tx, plan, wanted)
  // The last one, so that it can be taken back.
  if (plan.isResolving) await sendResolveNotice(tx, plan)
}

async function sendPlaceNotices(tx: CallTx, plan: MovePlan, wanted: NoticePlaces): Promise<void> {
  const { from, to } = plan
  const by = mentionOf(tx)
  const messages = plan.ids.length === 1 ? 'A message was' : `${plan.ids.length} messages were`
  if (wanted.toNew) {
    const place = placeFor(tx.realm, to.channel, from.channel, from.topic.name)
    const what = plan.isWhole && !isMerge(plan) ? 'This topic was' : messages
    await send(tx, to.channel, to.topic, `${what} moved here from ${place} by ${by}.`)
  }
  if (wanted.toOld) {
    const place = placeFor(tx.realm, from.channel, to.channel, to.topic)
    const what = plan.isWhole ? 'This topic was moved' : `${messages} moved from this topic`
    await send(tx, from.channel, from.topic.name, `${what} to ${place} by ${by}.`)
  }
}

/** A place in words that everybody may see who reads the channel of the notice. */
const placeFor = (realm: RealmState, readers: Channel, channel: Channel, topic: string): string =>
  isKnownToReaders(realm, channel, readers) ? topicLink(channel, topic) : 'a private channel'

/** The messages join others, whose readers must not think that their own topic was moved. */
const isMerge = ({ from, to }: MovePlan): boolean => to.existing !== undefined && to.existing.id !== from.topic.id

const mentionOf = ({ actor: { user } }: CallTx): string => `@_**${user.fullName}|${user.id}**`

/** Who made the change has nothing new to read. */
const send = (tx: CallTx, channel: Channel, topic: string, content: string, unreadFor?: readonly number[]) =>
  tx.send({
    senderId: tx.realm.systemBot('notification').id,
    to: { channelId: channel.id, topic },
    content,
    ...(unreadFor ? { unreadFor } : { readBy: tx.actor.user.id }),
  })

/** The notice is deleted if the change is undone within this number of seconds. */
const UNDO_SECONDS = 60

async function sendResolveNotice(tx: CallTx, { to: { channel, topic } }: MovePlan): Promise<void> {
  const botId = tx.realm.systemBot('notification').id
  const isResolved = topic.startsWith(RESOLVED_PREFIX)
  const opposite = noticeEnd(!isResolved)
  const row = await findTopic(tx.db, channel.id, topic)
  const undone = row && (await findRecentNotice(tx.db, row.id, botId, tx.now - UNDO_SECONDS))
  if (row && undone?.content.endsWith(opposite)) {
    const place = { channel_id: channel.id, members: null, topic_id: row.id, topic: row.name }
    return deleteMessages(tx, place, [{ id: undone.id, sender_id: botId }])
  }
  // Memory has just forgotten it, and the notice would write its row once more.
  if (row) tx.realm.places.learn({ heads: [], topics: [[channel.id, topicKey(topic), row]] })
  const unreadFor = await peopleWhoReadNotices(tx, channel, topic)
  await send(tx, channel, topic, `${mentionOf(tx)} ${noticeEnd(isResolved)}`, unreadFor)
}

const noticeEnd = (isResolved: boolean): string => `has marked this topic as ${isResolved ? 'resolved' : 'unresolved'}.`

/** Most people do not want such notices as unread, or only in topics that they follow. The caller knows of it anyway. */
async function peopleWhoReadNotices(tx: CallTx, channel: Channel, topic: string): Promise<number[]> {
  const policies = await policiesOfTopic(tx.db, tx.realm.id, channel.id, topicKey(topic))
  return [...tx.realm.memberships.subscribers(channel.id)].filter((id) => {
    const user = id === tx.actor.user.id ? undefined : tx.realm.users.get(id)
    const policy = user && settingOf(user, 'resolved_topic_notice_auto_read_policy')
    return policy === 'never' || (policy === 'except_followed' && policies.get(id) === POLICY.followed)
  })
}
