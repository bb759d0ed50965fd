import { accountWelcome } from '../../accounts/joining/send-welcome.ts'
import { createChannel, PLAIN_CHANNEL } from '../../channels/create-channel.ts'
import { subscribeUsers } from '../../channels/subscribe-users.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { updateRealmRow } from '../../organization/realm/queries.ts'
import { createFirstRealm, createRealm, type MadeRealm, type RealmRequest } from './create-realm.ts'

const SANDBOX = 'A place to try things out. Nothing here is serious.'

/** Seconds. A first start has other things to do than to load what renders messages. */
const WELCOME_AFTER = 30

/** An organization as the operator creates one: people can start to work in it. */
export const foundRealm = (context: WorkContext, wanted: RealmRequest): Promise<MadeRealm> =>
  createRealm(context, wanted, furnish)

/** The same for the first organization of a server. Null if there is one already. */
export const foundFirstRealm = (context: WorkContext, wanted: RealmRequest): Promise<MadeRealm | null> =>
  createFirstRealm(context, wanted, furnish)

/** A second channel for everybody, and a place for announcements. No client is connected yet. */
async function furnish(tx: Tx, owner: User): Promise<void> {
  const { realm } = tx
  const about = { name: 'sandbox', description: SANDBOX, renderedDescription: `<p>${SANDBOX}</p>` }
  const sandbox = await createChannel(tx, owner.id, about, { ...PLAIN_CHANNEL, isDefault: true }, [owner.id])
  await subscribeUsers(tx, [sandbox], [owner], [sandbox])
  const { id } = realm.channelByName('general')!
  const settings = {
    ...realm.info.settings,
    new_stream_announcements_stream_id: id,
    service_update_announcements_stream_id: id,
  }
  const info = { ...realm.info, settings }
  await updateRealmRow(tx.db, info)
  tx.record([{ put: 'realm', value: info }])
  tx.after(accountWelcome.job({ userId: owner.id }, { runAt: (tx.now + WELCOME_AFTER) * 1000 }))
}
