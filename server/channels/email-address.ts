import { randomBytes } from 'node:crypto'
import { badRequest } from '../../api/errors.ts'
import { hasContentAccess, requireChannel } from '../kernel/access/channel-access.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { CallTx } from '../kernel/transaction/tx.ts'
import { requireMayPost } from '../messages/sending/access.ts'
import { emailTokenOf, insertEmailToken } from './queries.ts'

/** A channel for which the caller may have an address: they can read it and post in it. */
export function requireMailable(actor: Actor, channelId: number): Channel {
  const channel = requireChannel(actor, channelId)
  if (channel.isArchived || !hasContentAccess(actor.realm, actor.user, channel)) throw badRequest('Invalid channel ID')
  requireMayPost(actor, channel)
  return channel
}

/** The sender that messages from the address show: the mail bot, the caller, or a bot of the caller. */
export function requireSender({ realm, user }: Actor, senderId: number | undefined): number {
  const gateway = realm.systemBot('emailGateway').id
  if (senderId === undefined || senderId === gateway) return gateway
  const sender = realm.users.get(senderId)
  const isOwn = sender && (sender.id === user.id || sender.botOwnerId === user.id)
  if (!isOwn || !sender.isActive) throw badRequest('Invalid sender ID')
  return sender.id
}

/**
 * Always the same for who asks, a channel and a sender, until the channel is archived. Nobody can guess it. Mail to it is
 * sent with the permission of who asked.
 */
export async function addressOfChannel(
  tx: CallTx,
  channelId: number,
  senderId: number | undefined,
  domain: string,
): Promise<string> {
  const { actor, realm } = tx
  const channel = requireMailable(actor, channelId)
  const sender = requireSender(actor, senderId)
  const place = { realmId: realm.id, channelId: channel.id, senderId: sender, creatorId: actor.user.id }
  const token =
    (await emailTokenOf(tx.db, place)) ??
    (await insertEmailToken(tx.db, place, randomBytes(16).toString('hex'), tx.now))
  return `${[slugOf(channel.name), token, 'show-sender'].filter((part) => part !== '').join('.')}@${domain}`
}

/** Letters, digits and hyphens, so that people recognise the address. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 20)
    .replace(/-+$/, '')
