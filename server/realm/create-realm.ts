import { createChannel, PLAIN_CHANNEL } from '../channels/create-channel.ts'
import { subscribeUsers } from '../channels/subscribe-users.ts'
import type { Clock } from '../clock.ts'
import { seconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { claimDatabase } from '../db/database-secret.ts'
import type { Tx } from '../log/transact.ts'
import type { Realms } from '../realm-state/realms.ts'
import { ROLE } from '../realm-state/user.ts'
import type { Secret } from '../secret.ts'
import { refuse } from '../startup-refusal.ts'
import { createUser, prepareAccount } from '../users/create-user.ts'
import { idOnWire } from '../users/email-address.ts'
import { insertRealm } from './queries.ts'

export interface WantedRealm {
  readonly name: string
  readonly host: string
  readonly owner: { readonly fullName: string; readonly email: string; readonly password: string }
}

const GENERAL = 'For everyone: announcements, questions, whatever has no better place.'

/** What making an organization needs of the process; the context has all of it. */
export interface RealmDoor {
  readonly database: Database
  readonly realms: Realms
  readonly secret: Secret
  readonly clock: Clock
  readonly nodes: { realmsChanged(): void }
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** An organization with its system groups, its owner, and a first channel that everybody joins. */
export async function createRealm(
  door: RealmDoor,
  wanted: WantedRealm,
): Promise<{ realmId: number; userId: number; apiKey: string }> {
  const account = await prepareAccount(door.secret, { ...wanted.owner, role: ROLE.owner, canCreateUsers: true })
  if (idOnWire(account.email, wanted.host) !== undefined) throw refuse.ownerAddressReserved(account.email)
  await claimDatabase(door.database.db, door.secret)
  const realmId = await insertRealm(door.database.db, wanted, seconds(door.clock))
  const { state } = await door.realms.live(realmId)
  const { id: userId } = await door.transact(realmId, async (tx) => {
    const owner = await createUser(tx, state, account)
    const wishes = { ...PLAIN_CHANNEL, isDefault: true }
    const about = { name: 'general', description: GENERAL, renderedDescription: `<p>${GENERAL}</p>` }
    const channel = await createChannel(tx, state, owner.id, about, wishes, [owner.id])
    await subscribeUsers(tx, state, [channel], [owner])
    return owner
  })
  await door.realms.refreshHosts()
  door.nodes.realmsChanged()
  return { realmId, userId, apiKey: account.apiKey }
}
