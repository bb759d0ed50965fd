import { ApiError } from '../../api/errors.ts'
import type { Actor } from '../actor.ts'
import { requireMailable, requireSender } from '../channels/email-address.ts'
import type { Db } from '../db/database.ts'
import { INTERNAL_CLIENT } from '../messages/sending/send-notice.ts'
import type { Channel } from '../realm-state/channel.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { User } from '../realm-state/user.ts'
import type { MailContext } from './mail-context.ts'
import { addressByToken, type EmailAddressRow } from './queries.ts'
import { noSuchAddress } from './refusal.ts'

/** Where mail to an address goes. */
export interface MailPlace {
  readonly channel: Channel
  /** The account that the message is from. */
  readonly sender: Actor
  /** Who asked for the address. Their permission counts. */
  readonly creator: Actor
}

/** Throws unless the address works now. */
export async function findPlace({ database, realms }: MailContext, token: string): Promise<MailPlace> {
  const row = await requireAddress(database.db, token)
  return placeIn(await realms.newest(row.realm_id), row)
}

/** The same inside of a transaction on the organization's lane. */
export const findPlaceAgain = async (db: Db, realm: RealmState, token: string): Promise<MailPlace> =>
  placeIn(realm, await requireAddress(db, token))

async function requireAddress(db: Db, token: string): Promise<EmailAddressRow> {
  const row = await addressByToken(db, token)
  if (!row) throw noSuchAddress('There is no such address here')
  return row
}

function placeIn(realm: RealmState, row: EmailAddressRow): MailPlace {
  if (realm.isDeactivated) throw noSuchAddress('The organization of this address is deactivated')
  const creator = realm.users.get(row.creator_id)
  if (!creator?.isActive) throw noSuchAddress('The account that made this address is deactivated')
  const by = actorFor(realm, creator)
  const { channel, senderId } = requirePermitted(by, row)
  return { channel, sender: actorFor(realm, realm.account(senderId)!), creator: by }
}

/** By the same rules as for asking for the address. */
function requirePermitted(creator: Actor, row: EmailAddressRow): { channel: Channel; senderId: number } {
  try {
    return {
      channel: requireMailable(creator, row.channel_id),
      senderId: requireSender(creator, row.sender_id),
    }
  } catch (error) {
    if (error instanceof ApiError) throw noSuchAddress('Who made this address may no longer post with it')
    throw error
  }
}

const actorFor = (realm: RealmState, user: User): Actor => ({ realm, user, client: INTERNAL_CLIENT, address: null })
