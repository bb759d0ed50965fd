import type { Secret } from '../../kernel/base/secret.ts'
import { users as toUsers } from '../../kernel/log/audience.ts'
import { isAdministrator, type User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { deleteAllDrafts } from '../../messages/drafts/change-drafts.ts'
import { emitConsent } from '../../operations/exports/emit-exports.ts'
import { viewersOf } from '../sight/active-people.ts'
import { emitAddress } from '../users/change-email.ts'
import { changeName } from '../users/change-name.ts'
import { emitPerson, storeChange } from '../users/emit-change.ts'
import { setPassword } from '../users/set-password.ts'
import { requestEmailChange } from './change-own-email.ts'
import { changeSettings, settingChanged } from './change-settings.ts'
import type { SettingParams, UserSettingsRequest } from './read-settings.ts'
import { requireTargets } from './target-users.ts'

export interface SettingsUpdate {
  readonly params: SettingParams
  readonly wanted: UserSettingsRequest
  /** The hash of the new password. */
  readonly passwordHash: string | undefined
  readonly secret: Secret
}

export interface SettingsOutcome {
  /** The parameters that changed nothing. */
  readonly unchanged: string[]
  /** Whether the caller shares presence, if that has changed. */
  readonly sharesPresence: boolean | undefined
}

/** Changes settings of the caller or of others, all of them or none. */
export async function updateSettings(tx: CallTx, update: SettingsUpdate): Promise<SettingsOutcome> {
  const { params, wanted } = update
  const sent = Object.keys(wanted.values)
  if (params.target_users) {
    const targets = requireTargets(tx, params)
    const changed = await changeSettings(tx, targets, wanted.values)
    await followSettings(tx, targets, wanted.values, changed)
    for (const { id } of changed.size > 0 ? targets : [])
      tx.audit({ action: 'settings changed', target: { kind: 'user', id }, details: { settings: [...changed] } })
    return { unchanged: sent.filter((name) => !changed.has(name)), sharesPresence: undefined }
  }
  const changed = await changeSettings(tx, [tx.actor.user], wanted.values)
  await followSettings(tx, [tx.actor.user], wanted.values, changed)
  const unchanged = sent.filter((name) => !changed.has(name))
  for (const [name, isChanged] of await changeOwnFields(tx, update)) {
    if (isChanged) changed.add(name)
    else unchanged.push(name)
  }
  if (changed.size > 0 && !own(tx).hasEditedSettings) await storeChange(tx, own(tx), { has_edited_settings: true })
  return { unchanged, sharesPresence: changed.has('presence_enabled') ? wanted.values.presence_enabled : undefined }
}

/** What else changes with a setting. */
async function followSettings(
  tx: CallTx,
  people: readonly User[],
  wanted: UserSettingsRequest['values'],
  changed: ReadonlySet<string>,
): Promise<void> {
  const ids = people.map(({ id }) => id)
  if (changed.has('enable_drafts_synchronization') && wanted.enable_drafts_synchronization === false)
    await deleteAllDrafts(tx, ids)
  // The old word for not sharing presence. Only the caller's own can change.
  if (changed.has('presence_enabled'))
    tx.emit(
      { type: 'user_status', user_id: tx.actor.user.id, away: wanted.presence_enabled === false },
      viewersOf(tx.realm, own(tx)),
    )
  if (changed.has('allow_private_data_export'))
    emitConsent(tx, tx.actor.user.id, wanted.allow_private_data_export === true)
}

/** The caller with the changes so far. */
const own = (tx: CallTx): User => tx.realm.users.get(tx.actor.user.id)!

/** What is kept outside of the settings: the parameters that were sent, and whether each changed anything. */
async function changeOwnFields(tx: CallTx, update: SettingsUpdate): Promise<[string, boolean][]> {
  const { params, wanted } = update
  const fields: [string, boolean][] = []
  if (wanted.timezone !== undefined) fields.push(['timezone', await changeTimeZone(tx, wanted.timezone)])
  if (wanted.emailAddressVisibility !== undefined)
    fields.push(['email_address_visibility', await changeVisibility(tx, wanted.emailAddressVisibility)])
  if (params.full_name !== undefined) fields.push(['full_name', await changeOwnName(tx, params.full_name)])
  if (params.email !== undefined) {
    const isNew = params.email.trim() !== own(tx).deliveryEmail
    if (isNew) await requestEmailChange(tx, update.secret, params.email)
    fields.push(['email', isNew])
  }
  if (update.passwordHash !== undefined) {
    await setPassword(tx, own(tx), update.passwordHash, tx.actor.sessionId)
    tx.audit({ action: 'password changed', target: { kind: 'user', id: own(tx).id } })
  }
  return fields
}

async function changeTimeZone(tx: CallTx, timezone: string): Promise<boolean> {
  const user = own(tx)
  if (user.timezone === timezone) return false
  const changed = await storeChange(tx, user, { timezone })
  tx.emit(settingChanged('timezone', timezone), toUsers(user.id))
  await emitPerson(tx, changed, { user_id: user.id, email: user.apiEmail, timezone })
  return true
}

async function changeVisibility(tx: CallTx, visibility: number): Promise<boolean> {
  const user = own(tx)
  if (user.emailAddressVisibility === visibility) return false
  const changed = await storeChange(tx, user, { email_address_visibility: visibility })
  tx.emit(settingChanged('email_address_visibility', visibility), toUsers(user.id))
  await emitAddress(tx, user, changed)
  return true
}

/** Where the organization does not let people change their names, the parameter has no effect and causes no error. */
async function changeOwnName(tx: CallTx, fullName: string): Promise<boolean> {
  const user = own(tx)
  if (fullName.trim() === user.fullName) return false
  if (tx.realm.info.settings.name_changes_disabled && !isAdministrator(user)) return false
  await changeName(tx, user, fullName)
  return true
}
