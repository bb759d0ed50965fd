import { badRequest } from '../../api/errors.ts'
import { audienceOf } from '../kernel/access/channel-access.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { CallTx } from '../kernel/transaction/tx.ts'
import { forgetChannel } from '../organization/realm/update-realm.ts'
import { changeChannel } from './change-channel.ts'
import type { RestoredBackground } from './channel/event-variants.ts'
import { presentChannel } from './channel/present.ts'
import { channelFacts } from './channel/queries.ts'
import { leaveDefaultGroups } from './default-channel-groups/leave-default-groups.ts'
import { setDefault } from './default-channel-groups/set-default.ts'
import { sendChannelNotice } from './notices/channel-notices.ts'
import { named } from './notices/in-words.ts'
import { type AlikeSubscriptions, deleteEmailAddresses } from './queries.ts'
import { emitAlike } from './subscribe-users.ts'

/** Nobody can write there any more. Who could read it still can, and subscriptions stay. */
export async function archiveChannel(tx: CallTx, channel: Channel): Promise<void> {
  const { realm, actor } = tx
  if (channel.isArchived) throw badRequest('Channel is already deactivated')
  await sendChannelNotice(tx, channel, `${named(realm, actor.user.id)} archived this channel.`)
  const active = await setDefault(tx, channel, false)
  await leaveDefaultGroups(tx, channel.id)
  await forgetChannel(tx, channel.id)
  await deleteEmailAddresses(tx.db, realm.id, channel.id)
  await changeChannel(tx, active, { ...active, isArchived: true }, [{ property: 'is_archived', value: true }])
}

/** For clients that do not know archived channels it comes back as a new one, with its subscribers. */
export async function restoreChannel(
  tx: CallTx,
  channel: Channel,
  /** Read before the transaction. Nobody joins an archived channel or changes their settings for it. */
  groups: readonly AlikeSubscriptions[],
): Promise<Channel> {
  const { realm, actor } = tx
  if (!channel.isArchived) throw badRequest('Channel is not currently deactivated')
  const { name } = channel
  if (realm.channelByName(name)) throw badRequest(`Channel named ${name} already exists`)
  // Nobody could read it, and only administrators could change that.
  if (channel.inviteOnly && realm.memberships.subscribers(channel.id).size === 0)
    throw badRequest('Channel is private and have no subscribers')
  const restored = { ...channel, isArchived: false }
  const facts = await channelFacts(tx.db, realm.id, [channel.id])
  const shown = presentChannel(realm, restored, facts.get(channel.id))
  await changeChannel(tx, channel, restored, [{ property: 'is_archived', value: false }], {
    restored: { ...shown, subscriber_count: 0 },
  })
  const background: RestoredBackground = { isRestored: true }
  const current = realm.memberships.subscribers(channel.id)
  const subscribers = [...current].sort((a, b) => a - b)
  if (subscribers.length > 0) {
    tx.emit(
      { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: subscribers },
      audienceOf(realm, restored, { except: subscribers }),
      { background },
    )
    const active = groups.map(({ userIds, row }) => ({
      userIds: userIds.filter((id) => current.has(id)),
      rows: [row],
    }))
    emitAlike(
      tx,
      [restored],
      active.filter(({ userIds }) => userIds.length > 0),
      facts,
      background,
    )
  }
  await sendChannelNotice(tx, restored, `${named(realm, actor.user.id)} restored this channel.`)
  return restored
}
