import { groupsThatMayKnow, hasMetadataAccess } from '../../kernel/access/channel-access.ts'
import { users as toUsers } from '../../kernel/log/audience.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { hiddenIf } from './event-variants.ts'
import { presentChannel } from './present.ts'
import { channelFacts } from './queries.ts'

/** Some people, and for each channel that a change can reveal or hide, which of them know it. */
interface KnownChannels {
  readonly people: readonly number[]
  readonly channels: readonly { readonly channel: Channel; readonly knownTo: ReadonlySet<number> }[]
}

/** Callers ask before the group changes, for those whom the change concerns. */
export function knownThroughGroup(realm: RealmState, groupId: number, people: Iterable<number>): KnownChannels {
  const concerned = [...people]
  if (concerned.length === 0) return { people: concerned, channels: [] }
  const channels = [...realm.channels.values()].filter(
    (channel) => channel.inviteOnly && realm.groups.isWithin(groupId, groupsThatMayKnow(channel)),
  )
  return knownNow(realm, channels, concerned)
}

/** The same before a role changes, which decides about all channels. */
export function knownToPeople(realm: RealmState, people: readonly number[]): KnownChannels {
  return knownNow(realm, people.length === 0 ? [] : [...realm.channels.values()], people)
}

const knownNow = (realm: RealmState, channels: readonly Channel[], people: readonly number[]): KnownChannels => ({
  people,
  channels: channels.map((channel) => ({ channel, knownTo: new Set(whoKnows(realm, channel, people)) })),
})

const whoKnows = (realm: RealmState, channel: Channel, people: readonly number[]): number[] =>
  people.filter((id) => {
    const user = realm.users.get(id)
    return user?.isActive && hasMetadataAccess(realm, user, channel)
  })

/** To be called after the group has changed: tells people of channels that they know now, or do not know any more. */
export async function emitKnownChannels(tx: Tx, { people, channels }: KnownChannels): Promise<void> {
  const changes = channels.map(({ channel, knownTo }) => {
    const now = new Set(whoKnows(tx.realm, channel, people))
    return {
      channel,
      gained: [...now].filter((id) => !knownTo.has(id)),
      lost: [...knownTo].filter((id) => !now.has(id)),
    }
  })
  await emitChannelVisibility(tx, changes)
}

interface KnowledgeChange {
  readonly channel: Channel
  readonly gained: readonly number[]
  readonly lost: readonly number[]
}

/** Tells those who know a channel only now of it, and the others that it is gone. */
export async function emitChannelVisibility(tx: Tx, changes: readonly KnowledgeChange[]): Promise<void> {
  await reveal(tx, changes)
  for (const { channel, lost } of changes) {
    const gone = { streams: [{ stream_id: channel.id }], stream_ids: [channel.id] }
    if (lost.length > 0)
      tx.emit({ type: 'stream', op: 'delete', ...gone }, toUsers(...lost), hiddenIf(channel.isArchived))
  }
}

/** As a new channel that its subscribers come to: a client learns who they are only from that. */
async function reveal(tx: Tx, changes: readonly KnowledgeChange[]): Promise<void> {
  const revealed = changes.filter(({ gained }) => gained.length > 0)
  if (revealed.length === 0) return
  const ids = revealed.map(({ channel }) => channel.id)
  const facts = await channelFacts(tx.db, tx.realm.id, ids)
  for (const { channel, gained } of revealed) {
    const shown = { ...presentChannel(tx.realm, channel, facts.get(channel.id)), subscriber_count: 0 }
    tx.emit({ type: 'stream', op: 'create', streams: [shown] }, toUsers(...gained))
    const user_ids = [...tx.realm.memberships.subscribers(channel.id)].sort((a, b) => a - b)
    if (user_ids.length === 0) continue
    tx.emit(
      { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids },
      toUsers(...gained),
      hiddenIf(channel.isArchived),
    )
  }
}
