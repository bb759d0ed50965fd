import type { ProfileField } from '../../kernel/realm-state/records/profile-field.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { emitFields } from './emit-fields.ts'
import { EXTERNAL_ACCOUNTS } from './external-accounts.ts'
import { checkFieldData, choicesAt, type FieldData, knownAccountIn } from './field-data.ts'
import { checkLabels, checkUses, requireFieldType, requireFreeFieldName, requireRoomForField } from './field-rules.ts'
import { insertField } from './queries.ts'

/** What is absent has its default. */
export interface FieldOptions {
  readonly name?: string | undefined
  readonly hint?: string | undefined
  readonly field_data?: FieldData | undefined
  readonly display_in_profile_summary?: boolean | undefined
  readonly required?: boolean | undefined
  readonly editable_by_user?: boolean | undefined
  readonly use_for_user_matching?: boolean | undefined
}

export async function createProfileField(
  tx: CallTx,
  options: FieldOptions & { readonly field_type: number },
): Promise<ProfileField> {
  const { realm } = tx
  requireRoomForField(realm)
  const type = requireFieldType(options.field_type)
  const data = options.field_data ?? {}
  const fieldData = checkFieldData(type, data)
  const known = knownAccountIn(type, data)
  const { name = '', hint = '' } = known === null ? options : EXTERNAL_ACCOUNTS[known]!
  const wanted = {
    type,
    position: Math.max(0, ...[...realm.records.profileField.values()].map(({ position }) => position)) + 1,
    name: name.trim(),
    hint,
    fieldData,
    choices: choicesAt(type, data, {}, tx.nextSeq),
    displayInSummary: options.display_in_profile_summary ?? false,
    required: options.required ?? false,
    editableByUser: options.editable_by_user ?? true,
    useForMatching: options.use_for_user_matching ?? false,
  }
  checkUses(realm, wanted)
  checkLabels(wanted)
  requireFreeFieldName(realm, wanted)
  const field = await insertField(tx.db, realm.id, wanted)
  emitFields(tx, [{ put: 'profileField', value: field }])
  tx.audit({
    action: 'profile field created',
    target: { kind: 'profile_field', id: field.id },
    details: { name: field.name, type },
  })
  return field
}
