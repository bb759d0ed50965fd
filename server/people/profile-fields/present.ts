import type { CustomProfileField } from '../../../api/objects/realm.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { ProfileField } from '../../kernel/realm-state/records/profile-field.ts'

const presentField = (field: ProfileField): CustomProfileField => ({
  id: field.id,
  type: field.type,
  order: field.position,
  name: field.name,
  hint: field.hint,
  field_data: field.fieldData,
  required: field.required,
  editable_by_user: field.editableByUser,
  ...(field.displayInSummary ? { display_in_profile_summary: true } : {}),
  ...(field.useForMatching ? { use_for_user_matching: true } : {}),
})

const byPosition = (a: ProfileField, b: ProfileField): number => a.position - b.position || a.id - b.id

export const presentFields = (realm: RealmState): CustomProfileField[] =>
  [...realm.records.profileField.values()].sort(byPosition).map(presentField)
