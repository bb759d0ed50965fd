import type { Updateable } from 'kysely'
import type { Tables } from '../server/kernel/db/tables.ts'
import { channelFromRow, groupFromRow, userFromRow } from '../server/kernel/realm-state/from-rows.ts'
import { GROUP_GROUP_SETTINGS, type GroupSetting, type SystemGroupName } from '../server/kernel/realm-state/group.ts'
import type { RealmGroupSetting, RealmSettings } from '../server/kernel/realm-state/realm-settings.ts'
import { BOT_TYPE, ROLE, type Role } from '../server/kernel/realm-state/user.ts'
import { newApiKey } from '../server/people/users/api-key.ts'
import type { Person, TestServer } from './harness.ts'

/**
 * Changes an account for which there is no endpoint yet. The row is changed in a transaction, and memory applies the
 * log as usual.
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
    tx.record([{ put: 'user', value: userFromRow(row, server.realm.info.host) }])
  })
}

/** The same for a channel, for example to archive it. */
export async function changeChannel(
  server: TestServer,
  channelId: number,
  change: Updateable<Tables['channel']>,
): Promise<void> {
  await server.ctx.transact(server.realm.id, async (tx) => {
    const update = tx.db.updateTable('channel').set(change).where('id', '=', channelId)
    const row = await update.returningAll().executeTakeFirstOrThrow()
    tx.record([{ put: 'channel', value: channelFromRow(row) }])
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
    tx.record([{ put: 'user', value: userFromRow(row, server.realm.info.host) }])
    return row.id
  })
  const user = server.realm.users.get(id)!
  return { id, email, apiEmail: user.apiEmail, apiKey, client: server.clientFor(user, 'a-bot/1.0') }
}

/** A bot that can only send messages, as other services use it. */
export async function webhookBot(server: TestServer, name: string, owner: Person): Promise<Person> {
  const made = await bot(server, name, owner)
  await changeAccount(server, made.id, { bot_type: BOT_TYPE.incomingWebhook })
  return made
}

interface GroupRequest {
  readonly name: string
  readonly members?: readonly Pick<Person, 'id'>[]
  /** Ids of the subgroups. */
  readonly subgroups?: readonly number[]
  readonly mentionedBy?: SystemGroupName
  readonly deactivated?: boolean
}

/** Creates a group and returns its id. */
export async function group(
  server: TestServer,
  { name, members = [], subgroups = [], mentionedBy = 'role:everyone', deactivated = false }: GroupRequest,
): Promise<number> {
  const { groups, id: realmId } = server.realm
  const nobody = groups.system('role:nobody').id
  const settings = {
    ...Object.fromEntries(Object.keys(GROUP_GROUP_SETTINGS).map((setting) => [setting, nobody])),
    can_mention_group: groups.system(mentionedBy).id,
  }
  const userIds = members.map((member) => member.id)
  return server.ctx.transact(realmId, async (tx) => {
    const values = { realm_id: realmId, name, deactivated, settings: JSON.stringify(settings), created_at: tx.now }
    const row = await tx.db.insertInto('user_group').values(values).returningAll().executeTakeFirstOrThrow()
    for (const user_id of userIds)
      await tx.db.insertInto('group_member').values({ group_id: row.id, user_id }).execute()
    for (const subgroup_id of subgroups)
      await tx.db.insertInto('group_subgroup').values({ group_id: row.id, subgroup_id }).execute()
    tx.record([{ put: 'group', value: groupFromRow(row, userIds, subgroups) }])
    return row.id
  })
}

/** Changes settings of the organization, for which there is no endpoint yet. */
export async function changeRealm(
  server: TestServer,
  settings: Partial<RealmSettings>,
  groupSettings: Partial<Record<RealmGroupSetting, SystemGroupName>> = {},
  /** The same with any other value. */
  values: Partial<Record<RealmGroupSetting, GroupSetting>> = {},
): Promise<void> {
  const groups = Object.entries(groupSettings).map(([name, group]) => [name, server.realm.groups.system(group).id])
  await server.ctx.transact(server.realm.id, async (tx) => {
    const { info } = server.realm
    const changed = {
      settings: { ...info.settings, ...settings },
      groupSettings: { ...info.groupSettings, ...Object.fromEntries(groups), ...values },
    }
    const own = { ...changed.settings, ...changed.groupSettings }
    const stored = JSON.stringify({ ...own, user_settings_defaults: info.accountDefaults })
    await tx.db.updateTable('realm').set({ settings: stored }).where('id', '=', info.id).execute()
    tx.record([{ put: 'realm', value: { ...info, ...changed } }])
  })
}
