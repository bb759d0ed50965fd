import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { GroupSetting } from '../../kernel/realm-state/group.ts'
import {
  REALM_GROUP_SETTINGS,
  REALM_SETTINGS,
  type RealmGroupSetting,
} from '../../kernel/realm-state/realm-settings.ts'
import type { ImportRun } from './importing.ts'
import { checked } from './permissions.ts'

/** They name channels. */
const CHANNELS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'service_update_announcements_stream_id',
]
/** It belongs to the server, not to the organization. */
const OPERATORS = 'plan_type'

/** Settings of the source, if nobody has used the organization yet. In a living one, its own settings stay. */
export async function importedSettings(to: ImportRun): Promise<Record<string, unknown>> {
  if (!(await isUnused(to))) return {}
  const wanted = Object.entries((await to.source.settings?.()) ?? {})
  const ours: Readonly<Record<string, unknown>> = REALM_SETTINGS
  const known = wanted.flatMap(([name, theirs]) => {
    if (name === OPERATORS || theirs === ours[name]) return []
    const value = CHANNELS.includes(name) ? to.channels.get(`${theirs}`) : theirs
    if (Object.hasOwn(ours, name) && isAlike(ours[name], value)) return [[name, value] as const]
    to.report.leftOut('settings of the organization', name)
    return []
  })
  return { ...Object.fromEntries(known), ...(await importedPermissions(to)) }
}

async function importedPermissions(to: ImportRun): Promise<Record<string, GroupSetting>> {
  const wanted = Object.entries((await to.source.permissions?.()) ?? {})
  const known = wanted.flatMap(([name, permission]) => {
    const rule = Object.hasOwn(REALM_GROUP_SETTINGS, name) && REALM_GROUP_SETTINGS[name as RealmGroupSetting]
    const value = rule ? checked(to, name, rule, permission) : undefined
    if (value !== undefined) return [[name, value] as const]
    to.report.leftOut('permissions', `organization ${name}`)
    return []
  })
  return Object.fromEntries(known)
}

/** Null stands for a number: no limit. */
const isAlike = (ours: unknown, theirs: unknown): boolean =>
  ours === null || theirs === null ? typeof (ours ?? theirs) === 'number' : typeof ours === typeof theirs

async function isUnused({ db, realm }: ImportRun): Promise<boolean> {
  const { rows } = await sql<{ people: number; messages: boolean }>`
    select (select count(*) from account where realm_id = ${realm.id} and not is_bot) as people,
      exists (
        select from message m join conversation c on c.id = m.conv_id
          join account a on a.id = m.sender_id and not a.is_system_bot
        where m.realm_id = ${realm.id}) as messages`.execute(db)
  return rows[0]!.people <= 1 && !rows[0]!.messages
}

export async function applySettings(
  tx: Db,
  realmId: number,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (Object.keys(settings).length === 0) return
  await sql`update realm set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${realmId}`.execute(
    tx,
  )
}
