import { ApiError } from '../../../api/errors.ts'
import { requireMailable, requireSender } from '../../channels/email-address.ts'
import type { Actor } from '../../kernel/actor.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { findMessage } from '../../messages/message-access.ts'
import type { Destination } from '../../messages/sending/send-message.ts'
import { INTERNAL_CLIENT } from '../../messages/sending/send-notice.ts'
import { replyByToken } from '../missed-mail/queries.ts'
import { replyDestination } from '../missed-mail/reply-address.ts'
import { addressByToken } from './queries.ts'
import type { Recipient } from './recipient.ts'
import { noSuchAddress } from './refusal.ts'

interface Parties {
  /** The account that the message is from. */
  readonly sender: Actor
  /** Who has the address. Their permission counts. */
  readonly holder: Actor
}

/** Where mail to an address goes: to a channel, in which the subject is the topic, or to a conversation. */
export type MailPlace = Parties & ({ readonly channel: Channel } | { readonly conversation: Destination })

/** What the address is for, as it is stored. */
interface StoredAddress {
  readonly realmId: number
  readonly holderId: number
  /** Throws `ApiError` if the holder may not write there any more. */
  place(db: Db, holder: Actor): MailPlace | Promise<MailPlace>
}

/** Throws unless the address works now. */
export async function findPlace(context: Context, recipient: Recipient): Promise<MailPlace> {
  const { db } = context.database
  const found = await findAddress(context, db, recipient)
  return placeIn(db, await context.realms.newest(found.realmId), found)
}

/** The same inside of a transaction on the organization's lane. */
export const findPlaceAgain = async (
  context: Context,
  { db, realm }: { readonly db: Db; readonly realm: RealmState },
  recipient: Recipient,
): Promise<MailPlace> => placeIn(db, realm, await findAddress(context, db, recipient))

const findAddress = ({ clock }: Context, db: Db, { kind, token }: Recipient): Promise<StoredAddress> =>
  kind === 'reply' ? findReply(db, token, seconds(clock)) : findChannelAddress(db, token)

async function findChannelAddress(db: Db, token: string): Promise<StoredAddress> {
  const row = await addressByToken(db, token)
  if (!row) throw noSuchAddress('There is no such address here')
  return {
    realmId: row.realm_id,
    holderId: row.creator_id,
    // By the same rules as for asking for the address.
    place(_, holder) {
      const channel = requireMailable(holder, row.channel_id)
      const user = holder.realm.account(requireSender(holder, row.sender_id))!
      return { channel, sender: { ...holder, user }, holder }
    },
  }
}

async function findReply(db: Db, token: string, now: number): Promise<StoredAddress> {
  const row = await replyByToken(db, token, now)
  if (!row) throw noSuchAddress('This address to answer a mail is not valid any more')
  return {
    realmId: row.realm_id,
    holderId: row.user_id,
    async place(reading, holder) {
      const conversation = replyDestination(holder, await findMessage(reading, holder, row.message_id))
      return { conversation, sender: holder, holder }
    },
  }
}

async function placeIn(db: Db, realm: RealmState, { holderId, place }: StoredAddress): Promise<MailPlace> {
  if (realm.isDeactivated) throw noSuchAddress('The organization of this address is deactivated')
  const user = realm.users.get(holderId)
  if (!user?.isActive) throw noSuchAddress('The account that has this address is deactivated')
  try {
    return await place(db, { realm, user, client: INTERNAL_CLIENT, address: null })
  } catch (error) {
    if (error instanceof ApiError) throw noSuchAddress('Who has this address may no longer post with it')
    throw error
  }
}
