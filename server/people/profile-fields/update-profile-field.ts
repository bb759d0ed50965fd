import { badRequest } from '../../../api/errors.ts'
import type { ProfileField } from '../../kernel/realm-state/records/profile-field.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireProfileField } from './access.ts'
import type { FieldOptions } from './create-profile-field.ts'
import { emitFields } from './emit-fields.ts'
import { checkFieldData, choicesAt, type FieldData, knownAccountIn } from './field-data.ts'
import { checkLabels, checkUses, requireFreeFieldName } from './field-rules.ts'
import { deleteChoices, updateField } from './queries.ts'

export async function updateProfileField(tx: CallTx, fieldId: number, options: FieldOptions): Promise<void> {
  const { realm } = tx
  const field = requireProfileField(realm, fieldId)
  const changed = changedField(field, options, tx.nextSeq)
  const isOfKnownAccount = knownAccountIn(field.type, readData(field)) !== null
  if (isOfKnownAccount && LABELS.some((name) => changed[name] !== field[name]))
    throw badRequest('Default custom field cannot be updated.')
  checkUses(realm, changed)
  checkLabels(changed)
  requireFreeFieldName(realm, changed)
  const differences = differencesOf(field, changed)
  if (Object.keys(differences).length === 0) return
  await updateField(tx.db, realm.id, changed)
  const gone = Object.keys(field.choices).filter((key) => !Object.hasOwn(changed.choices, key))
  if (gone.length > 0) await deleteChoices(tx.db, realm.id, field.id, gone)
  emitFields(tx, [{ put: 'profileField', value: changed }])
  tx.audit({
    action: 'profile field updated',
    target: { kind: 'profile_field', id: field.id },
    details: { name: changed.name, ...differences },
  })
}

/** The server gives them to fields of accounts that it knows. */
const LABELS = ['name', 'hint', 'fieldData'] as const

const readData = ({ fieldData }: ProfileField): FieldData =>
  fieldData === '' ? {} : (JSON.parse(fieldData) as FieldData)

function changedField(field: ProfileField, options: FieldOptions, seq: number): ProfileField {
  const data = options.field_data ?? readData(field)
  return {
    ...field,
    name: options.name?.trim() ?? field.name,
    hint: options.hint ?? field.hint,
    fieldData: options.field_data === undefined ? field.fieldData : checkFieldData(field.type, data),
    choices: choicesAt(field.type, data, field.choices, seq),
    displayInSummary: options.display_in_profile_summary ?? field.displayInSummary,
    required: options.required ?? field.required,
    editableByUser: options.editable_by_user ?? field.editableByUser,
    useForMatching: options.use_for_user_matching ?? field.useForMatching,
  }
}

const AUDITED = [...LABELS, 'displayInSummary', 'required', 'editableByUser', 'useForMatching'] as const

/** What it was and what it is now, property by property. */
const differencesOf = (before: ProfileField, after: ProfileField): Record<string, object> =>
  Object.fromEntries(
    AUDITED.filter((name) => before[name] !== after[name]).map((name) => [
      name,
      { before: before[name], after: after[name] },
    ]),
  )
