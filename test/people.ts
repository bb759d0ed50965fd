import type { Updateable } from 'kysely'
import type { Tables } from '../server/db/tables.ts'
import { userFromRow } from '../server/realm-state/from-rows.ts'
import type { SystemGroupName } from '../server/realm-state/group.ts'
import type { RealmGroupSetting, RealmSettings } from '../server/realm-state/realm-settings.ts'
import { BOT_TYPE, ROLE, type Role } from '../server/realm-state/user.ts'
import { newApiKey } from '../server/users/api-key.ts'
import type { Person, TestServer } from './harness.ts'

/**
 * People of every kind, before there are endpoints that make them: the account's row is changed in a transaction of
 * its own, and memory follows the log as it would after the real thing.
 */
export async function changeAccount(
  server: TestServer,
  userId: number,
  change: Updateable<Tables['account']>,
): Promise<void> {
  await server.ctx.transact(server.realm.id, async (tx) => {
    const row = await tx.db
      .updateTable('account')
      .set(change)
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow()
    tx.record([{ put: 'user', user: userFromRow(row, server.realm.info.host) }])
  })
}

async function personWithRole(server: TestServer, name: string, role: Role): Promise<Person> {
  const person = await server.person(name)
  await changeAccount(server, person.id, { role })
  return person
}

export const guest = (server: TestServer, name: string) => personWithRole(server, name, ROLE.guest)
export const moderator = (server: TestServer, name: string) => personWithRole(server, name, ROLE.moderator)
export const administrator = (server: TestServer, name: string) => personWithRole(server, name, ROLE.administrator)

export async function bot(server: TestServer, name: string, owner: Person): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}-bot@example.org`
  const apiKey = newApiKey()
  const id = await server.ctx.transact(server.realm.id, async (tx) => {
    const row = await tx.db
      .insertInto('account')
      .values({
        realm_id: server.realm.id,
        delivery_email: email,
        full_name: name,
        role: ROLE.member,
        date_joined: tx.now,
        is_bot: true,
        bot_type: BOT_TYPE.generic,
        bot_owner_id: owner.id,
        api_key_hash: server.ctx.secret.hashKey(apiKey),
        api_key_sealed: server.ctx.secret.sealKey(apiKey),
        settings: '{}',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    tx.record([{ put: 'user', user: userFromRow(row, server.realm.info.host) }])
    return row.id
  })
  return { id, email, apiKey, client: server.clientFor(server.realm.users.get(id)!, 'a-bot/1.0') }
}

/** Settings of the organization, of which none can be changed over the wire yet. */
export async function changeRealm(
  server: TestServer,
  settings: Partial<RealmSettings>,
  groupSettings: Partial<Record<RealmGroupSetting, SystemGroupName>> = {},
): Promise<void> {
  const groups = Object.entries(groupSettings).map(([name, group]) => [name, server.realm.groups.system(group).id])
  await server.ctx.transact(server.realm.id, async (tx) => {
    const { info } = server.realm
    const changed = {
      settings: { ...info.settings, ...settings },
      groupSettings: { ...info.groupSettings, ...Object.fromEntries(groups) },
    }
    const stored = JSON.stringify({ ...changed.settings, ...changed.groupSettings })
    await tx.db.updateTable('realm').set({ settings: stored }).where('id', '=', info.id).execute()
    tx.record([{ put: 'realm', realm: { ...info, ...changed } }])
  })
}
