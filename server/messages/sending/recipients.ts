import { ApiError, badRequest } from '../../../api/errors.ts'
import type { ChannelRecipient, DirectRecipients } from '../../../api/objects/recipients.ts'
import { findChannel } from '../../kernel/access/channel-access.ts'
import { findShownAccount } from '../../kernel/access/user-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { requireMayPost } from './access.ts'

const noSuchChannel = (recipient: { name: string } | { id: number }): ApiError =>
  'name' in recipient
    ? new ApiError('STREAM_DOES_NOT_EXIST', `Channel '${recipient.name}' does not exist`, {
        data: { stream: recipient.name },
      })
    : new ApiError('STREAM_DOES_NOT_EXIST', `Channel with ID '${recipient.id}' does not exist`, {
        data: { stream_id: recipient.id },
      })

/**
 * The channel of a message. A person who knows its name may get the error that they cannot send to it. An id alone must
 * not reveal the name of a hidden channel.
 */
export function findRecipientChannel(actor: Actor, recipient: ChannelRecipient): Channel {
  if (recipient.kind === 'not-one-channel') throw badRequest('Expected exactly one channel')
  if (recipient.kind === 'invalid') throw badRequest('Invalid data type for channel')
  if (recipient.kind === 'channel-id') {
    const channel = findChannel(actor, recipient.id) ?? channelOfOwner(actor, recipient.id)
    if (!channel) throw noSuchChannel({ id: recipient.id })
    return channel
  }
  const name = recipient.name.trim()
  const known = findChannel(actor, name)
  if (known) return known
  const hidden = actor.realm.channelEverNamed(name)
  if (!hidden) throw noSuchChannel({ name })
  // The error repeats the name as the sender wrote it, because the real spelling may be hidden from them.
  requireMayPost(actor, { ...hidden, name })
  return hidden
}

/** A bot may send to the channels of its owner, also to those that it may not read. */
function channelOfOwner({ realm, user }: Actor, id: number): Channel | undefined {
  const isOwners = user.botOwnerId !== null && realm.memberships.isSubscribed(user.botOwnerId, id)
  return isOwners ? realm.channels.get(id) : undefined
}

/** The sender does not count. */
const MAX_RECIPIENTS = 250

/** All people of the conversation, including the sender, sorted by id. There is one conversation per set of people. */
export function findPeople({ realm, user }: Actor, recipients: DirectRecipients): User[] {
  const people = new Map<number, User>([[user.id, user]])
  switch (recipients.kind) {
    case 'none':
      throw badRequest('Message must have recipients')
    case 'mixed':
      throw badRequest('Recipient lists may contain emails or user IDs, but not both.')
    case 'invalid':
      throw badRequest('Invalid data type for recipients')
    case 'user-ids':
      if (recipients.ids.length === 0) throw badRequest('Message must have recipients')
      requireFew(new Set(recipients.ids).size)
      for (const id of recipients.ids) put(people, findShownAccount(realm, user, id), `Invalid user ID ${id}`)
      break
    case 'emails':
      requireFew(recipients.emails.length)
      for (const email of recipients.emails)
        put(people, findShownAccount(realm, user, email), `Invalid email '${email}'`)
  }
  requireFew(people.size)
  return [...people.values()].sort((a, b) => a.id - b.id)
}

/** One more is allowed, because it may be the sender. */
function requireFew(people: number): void {
  if (people > MAX_RECIPIENTS + 1) throw badRequest(`Direct messages can have at most ${MAX_RECIPIENTS} recipients.`)
}

function put(people: Map<number, User>, user: User | undefined, otherwise: string): void {
  if (!user) throw badRequest(otherwise)
  people.set(user.id, user)
}
