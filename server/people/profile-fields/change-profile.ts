import type { ProfileDataUpdate } from '../../../api/endpoints/profile-fields.ts'
import { type Profile, shownProfile } from '../../kernel/realm-state/records/profile-field.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { fieldsOf } from '../sight/present.ts'
import { emitPerson, storeChange } from '../users/emit-change.ts'
import { requireEditableField } from './access.ts'
import { checkProfileValue, isRendered } from './profile-value.ts'

/** A value to set, with its HTML if it has any. */
export interface RenderedUpdate extends ProfileDataUpdate {
  readonly html?: string
}

/** What takes time, before the transaction opens. All fields and values are checked first. */
export async function renderProfileData(
  caller: Pick<CallTx['actor'], 'realm' | 'user'>,
  data: readonly ProfileDataUpdate[],
  render: (source: string) => Promise<string>,
): Promise<RenderedUpdate[]> {
  const checked = data.map((update) => {
    const field = requireEditableField(caller, update.id)
    return { update, field, value: checkProfileValue(caller, field, update.value) }
  })
  const rendered: RenderedUpdate[] = []
  for (const { update, field, value } of checked)
    rendered.push(value !== null && isRendered(field) ? { ...update, html: await render(value) } : update)
  return rendered
}

/**
 * Changes what somebody has in profile fields. The caller may be an administrator who changes the profile of another
 * person. Each value that really changes is an event of its own.
 */
export async function changeProfile(tx: CallTx, userId: number, updates: readonly RenderedUpdate[]): Promise<void> {
  const user = tx.realm.users.get(userId)!
  const before = shownProfile(user.profile, fieldsOf(tx.realm))
  const after = new Map(Object.entries(before))
  for (const { id, value: sent, html } of updates) {
    const value = checkProfileValue(tx.actor, requireEditableField(tx.actor, id), sent)
    if (value === null) after.delete(`${id}`)
    else if (value === before[id]?.value) after.set(`${id}`, before[id])
    else after.set(`${id}`, { value, ...(html === undefined ? {} : { rendered: html }), at: tx.nextSeq })
  }
  const changed = [...new Set(updates.map(({ id }) => id))].filter((id) => after.get(`${id}`) !== before[id])
  if (changed.length > 0) await saveProfile(tx, user, Object.fromEntries(after), changed)
}

async function saveProfile(tx: CallTx, user: User, profile: Profile, changed: readonly number[]) {
  const changedUser = await storeChange(tx, user, { profile: JSON.stringify(profile) })
  for (const id of changed) {
    const { value = null, rendered } = profile[id] ?? {}
    const custom_profile_field = { id, value, ...(rendered === undefined ? {} : { rendered_value: rendered }) }
    await emitPerson(tx, changedUser, { user_id: user.id, custom_profile_field })
  }
}
