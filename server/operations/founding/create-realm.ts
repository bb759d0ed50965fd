import { createChannel, PLAIN_CHANNEL } from '../../channels/create-channel.ts'
import { subscribeUsers } from '../../channels/subscribe-users.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import type { Database } from '../../kernel/db/database.ts'
import { claimDatabase } from '../../kernel/db/database-secret.ts'
import { idOnWire } from '../../kernel/realm-state/hidden-email.ts'
import { ROLE, type User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { createSystemBots } from '../../organization/realm/create-system-bots.ts'
import { insertRealm, type NewRealm } from '../../organization/realm/queries.ts'
import { createUser, prepareAccount } from '../../people/users/create-user.ts'

export interface RealmRequest extends NewRealm {
  readonly owner: { readonly fullName: string; readonly email: string; readonly password: string }
}

const GENERAL = 'For everyone: announcements, questions, whatever has no better place.'

export interface MadeRealm {
  readonly realmId: number
  readonly userId: number
  readonly apiKey: string
}

/**
 * An organization with its system groups, its owner, and a first channel that everybody joins. One at a time on a
 * database: one that is being made looks like one whose making was cut short.
 */
export const createRealm = (context: WorkContext, wanted: RealmRequest, furnish: Furnish = bare): Promise<MadeRealm> =>
  alone(context.database, () => make(context, wanted, furnish))

/** Null if the server has one already. Of several nodes that start together, one makes it. */
export const createFirstRealm = (
  context: WorkContext,
  wanted: RealmRequest,
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

async function make(context: WorkContext, wanted: RealmRequest, furnish: Furnish): Promise<MadeRealm> {
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
