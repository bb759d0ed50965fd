import { createChannel, PLAIN_CHANNEL } from '../../channels/create-channel.ts'
import { subscribeUsers } from '../../channels/subscribe-users.ts'
import type { Clock } from '../../kernel/base/clock.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import type { Database } from '../../kernel/db/database.ts'
import { claimDatabase } from '../../kernel/db/database-secret.ts'
import type { Realms } from '../../kernel/realm-state/realms.ts'
import { ROLE, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { createSystemBots } from '../../organization/realm/create-system-bots.ts'
import { insertRealm, type NewRealm } from '../../organization/realm/queries.ts'
import { createUser, prepareAccount } from '../../people/users/create-user.ts'
import { idOnWire } from '../../people/users/email/email-address.ts'

export interface WantedRealm extends NewRealm {
  readonly owner: { readonly fullName: string; readonly email: string; readonly password: string }
}

const GENERAL = 'For everyone: announcements, questions, whatever has no better place.'

/** What making an organization needs of the process; the context has all of it. */
export interface RealmContext {
  readonly database: Database
  readonly realms: Realms
  readonly secret: Secret
  readonly clock: Clock
  readonly nodes: { realmsChanged(): void }
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface MadeRealm {
  readonly realmId: number
  readonly userId: number
  readonly apiKey: string
}

/**
 * An organization with its system groups, its owner, and a first channel that everybody joins. One at a time on a
 * database: one that is being made looks like one whose making was cut short.
 */
export const createRealm = (context: RealmContext, wanted: WantedRealm, furnish: Furnish = bare): Promise<MadeRealm> =>
  alone(context.database, () => make(context, wanted, furnish))

/** Null if the server has one already. Of several nodes that start together, one makes it. */
export const createFirstRealm = (
  context: RealmContext,
  wanted: WantedRealm,
  furnish: Furnish,
): Promise<MadeRealm | null> =>
  alone(context.database, async () => {
    await context.realms.refreshHosts()
    return context.realms.ids.length > 0 ? null : make(context, wanted, furnish)
  })

/** What else belongs to a new organization. */
type Furnish = (tx: Tx, owner: User) => Promise<void>
const bare: Furnish = async () => {}

const MAKING_LOCK = 727_275

async function alone<T>({ pool }: Database, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MAKING_LOCK])
    return await work()
  } finally {
    // With its connection the lock ends, too.
    client.release(true)
  }
}

async function make(context: RealmContext, wanted: WantedRealm, furnish: Furnish): Promise<MadeRealm> {
  const account = await prepareAccount(context.secret, { ...wanted.owner, role: ROLE.owner, canCreateUsers: true })
  if (idOnWire(account.email, wanted.host) !== undefined) throw refuse.addressReserved(account.email, wanted.host)
  await claimDatabase(context.database.db, context.secret)
  const realmId = await insertRealm(context.database.db, wanted, seconds(context.clock))
  const { id: userId } = await context.transact(realmId, async (tx) => {
    const owner = await createUser(tx, account)
    const options = { ...PLAIN_CHANNEL, isDefault: true }
    const about = { name: 'general', description: GENERAL, renderedDescription: `<p>${GENERAL}</p>` }
    const channel = await createChannel(tx, owner.id, about, options, [owner.id])
    await subscribeUsers(tx, [channel], [owner], [channel])
    await createSystemBots(tx)
    await furnish(tx, owner)
    const { name, host } = wanted
    tx.audit({ action: 'organization created', target: { kind: 'realm', id: realmId }, details: { name, host } })
    return owner
  })
  await context.realms.refreshHosts()
  context.nodes.realmsChanged()
  return { realmId, userId, apiKey: account.apiKey }
}
