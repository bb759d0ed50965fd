import { wire } from '../../../api/wire-name.ts'
import { users as toUsers } from '../../kernel/log/audience.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { type SettingValues, settingOf, USER_SETTINGS } from '../../kernel/realm-state/user-settings.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { saveSettings } from './queries.ts'

type Name = keyof SettingValues

/** The number of accounts that share a row of the log. */
const TOGETHER = 500

/** Changes settings of accounts, with their events. Returns the names of those that changed for anybody. */
export async function changeSettings(
  tx: Tx,
  people: readonly User[],
  wanted: Partial<SettingValues>,
): Promise<Set<string>> {
  const changed = new Set<string>()
  for (let from = 0; from < people.length; from += TOGETHER)
    for (const name of await changeTogether(tx, people.slice(from, from + TOGETHER), wanted)) changed.add(name)
  return changed
}

async function changeTogether(tx: Tx, people: readonly User[], wanted: Partial<SettingValues>): Promise<Name[]> {
  const names = Object.keys(wanted) as Name[]
  const changes = names.map((name) => ({
    name,
    ids: people.filter((user) => settingOf(user, name) !== wanted[name]).map(({ id }) => id),
  }))
  const ids = new Set(changes.flatMap((change) => change.ids))
  const after = people
    .filter(({ id }) => ids.has(id))
    .map((user) => ({ ...user, settings: withSettings(user.settings, wanted) }))
  if (after.length === 0) return []
  await saveSettings(tx.db, tx.realm.id, after)
  tx.record(after.map((value) => ({ put: 'user', value })))
  const told = changes.filter((change) => change.ids.length > 0)
  for (const change of told) tx.emit(settingChanged(change.name, wanted[change.name]!), toUsers(...change.ids))
  return told.map(({ name }) => name)
}

/** Only what differs from the default is stored. */
const withSettings = (settings: User['settings'], wanted: Partial<SettingValues>): User['settings'] =>
  Object.fromEntries(
    Object.entries({ ...settings, ...wanted }).filter(([name, value]) => value !== USER_SETTINGS[name as Name]),
  )

/** The event of one setting. Its value is null only in what was stored earlier. */
export function settingChanged(property: string, value: string | number | boolean) {
  const event = { type: 'user_settings', op: 'update', property } as const
  if (property === 'notification_sound') return { ...event, value: wire(String(value)) }
  if (property === 'default_language') return { ...event, value, language_name: languageName(String(value)) }
  return { ...event, value }
}

/** What people who speak the language call it. */
const languageName = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
