import { ApiError, badRequest } from '../../api/errors.ts'
import { parseChannelRecipient, parseDirectRecipients } from '../../api/objects/recipients.ts'
import type { Actor } from '../actor.ts'
import { hasMetadataAccess } from '../channels/access.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { User } from '../realm-state/user.ts'
import { findShownAccount } from '../users/access.ts'
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
 * The channel a message is for. Somebody who knows its name may be told that it is not for them; an id alone must not
 * be turned into the name of a channel they may not know.
 */
export function findChannel(actor: Actor, to: string, now: number): Channel {
  const { realm, user } = actor
  const recipient = parseChannelRecipient(to)
  if (recipient.kind === 'not-one-channel') throw badRequest('Expected exactly one channel')
  if (recipient.kind === 'invalid') throw badRequest('Invalid data type for channel')
  if (recipient.kind === 'channel-id') {
    const channel = realm.channels.get(recipient.id)
    if (!channel || !hasMetadataAccess(realm, user, channel, now)) throw noSuchChannel({ id: recipient.id })
    return channel
  }
  const name = recipient.name.trim()
  const channel = realm.channelEverNamed(name)
  if (!channel) throw noSuchChannel({ name })
  // Where it is not for them, they are not told either how its name is really spelt.
  if (name !== channel.name && !hasMetadataAccess(realm, user, channel, now))
    requireMayPost(actor, { ...channel, name }, now)
  return channel
}

/** Everybody in the conversation, the sender included, sorted by id: one conversation per set of people. */
export function findPeople({ realm, user }: Actor, to: string): User[] {
  const recipients = parseDirectRecipients(to)
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
      for (const id of recipients.ids) put(people, findShownAccount(realm, user, id), `Invalid user ID ${id}`)
      break
    case 'emails':
      for (const email of recipients.emails)
        put(people, findShownAccount(realm, user, email), `Invalid email '${email}'`)
  }
  return [...people.values()].sort((a, b) => a.id - b.id)
}

function put(people: Map<number, User>, user: User | undefined, otherwise: string): void {
  if (!user) throw badRequest(otherwise)
  people.set(user.id, user)
}
