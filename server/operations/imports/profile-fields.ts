import type { Selectable } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import {
  PROFILE_FIELD_TYPES,
  type ProfileField,
  type ProfileFieldType,
  profileFieldFromRow,
} from '../../kernel/realm-state/records/profile-field.ts'
import { checkFieldData, type FieldData } from '../../people/profile-fields/field-data.ts'
import { cut, freeName } from './free-name.ts'
import { draft, type ImportRun } from './importing.ts'
import { permitted } from './permitted.ts'
import { addRecords, reserveIds, stage, stagedRows } from './records.ts'
import type { SourceProfileField } from './source.ts'
import { isRow, jsonOf } from './values.ts'

type FieldRow = Selectable<Tables['profile_field']>

export const MAX_FIELD_NAME_LENGTH = 40
const MAX_FIELD_HINT_LENGTH = 80

/** A field of the same name, type and choices takes the values. */
export async function importProfileFields(to: ImportRun): Promise<void> {
  for (const row of await stagedRows<FieldRow>(to.db, to.importId, 'profile_field')) draftField(to.realm, row)
  for await (const field of to.source.profileFields?.() ?? []) {
    if (to.fields.has(field.id)) continue
    const usable = usableField(to.realm, field)
    if (!usable) {
      to.report.leftOut('profile fields', field.where)
      continue
    }
    const { same } = usable
    const row = same ? undefined : fieldRow(to.realm, field, usable, (await reserveIds(to.db, 'profile_field', 1))[0]!)
    const id = row?.id ?? same!.id
    await to.db.transaction().execute(async (tx) => {
      await addRecords(tx, to.importId, 'field', [[field.id, id]])
      if (row) await stage(tx, to.importId, 'profile_field', [row])
    })
    to.fields.set(field.id, id)
    if (!row) continue
    draftField(to.realm, row)
    to.added('profile fields')
  }
}

interface UsableField {
  readonly type: ProfileFieldType
  readonly data: string
  /** The field that takes the values. Undefined if there is none yet. */
  readonly same: ProfileField | undefined
}

export function usableField(realm: RealmState, field: SourceProfileField): UsableField | undefined {
  const type = Object.values(PROFILE_FIELD_TYPES).find((one) => one === field.type)
  const data = type && dataOf(type, field)
  if (type === undefined || data === undefined) return undefined
  const found = realm.records.profileField.find('name', field.name.trim())
  return { type, data, same: found && isSame(found, type, data) ? found : undefined }
}

/** What the type needs to know, as we store it. Undefined if it is damaged or against our rules. */
function dataOf(type: ProfileFieldType, { fieldData = '' }: SourceProfileField): string | undefined {
  const data = jsonOf(fieldData || '{}')
  const isPart = (part: unknown) =>
    typeof part === 'string' || (isRow(part) && typeof part['text'] === 'string' && typeof part['order'] === 'string')
  if (!isRow(data) || !Object.values(data).every(isPart)) return undefined
  return permitted(() => checkFieldData(type, data as FieldData))
}

/** With other choices, the values would mean something else. */
const isSame = (field: ProfileField, type: ProfileFieldType, data: string): boolean =>
  field.type === type && (type !== PROFILE_FIELD_TYPES.DROPDOWN || textsOf(field.fieldData) === textsOf(data))

const textsOf = (data: string): string =>
  JSON.stringify(
    Object.entries(JSON.parse(data) as Record<string, { text: string }>)
      .map(([key, { text }]) => [key, text])
      .sort(),
  )

/** Later fields of the source are compared with it. */
export const draftField = (realm: RealmState, row: FieldRow): void =>
  draft(realm, [{ put: 'profileField', value: profileFieldFromRow(row) }])

export function fieldRow(
  realm: RealmState,
  field: SourceProfileField,
  { type, data }: UsableField,
  id: number,
): FieldRow {
  const { profileField } = realm.records
  const isTaken = (name: string) => profileField.find('name', name) !== undefined
  const keys = type === PROFILE_FIELD_TYPES.DROPDOWN ? Object.keys(JSON.parse(data) as object) : []
  return {
    id,
    realm_id: realm.id,
    type,
    position: Math.max(0, ...[...profileField.values()].map(({ position }) => position)) + 1,
    name: freeName(field.name.trim() || 'field', MAX_FIELD_NAME_LENGTH, isTaken),
    hint: cut(field.hint ?? '', MAX_FIELD_HINT_LENGTH),
    field_data: data,
    choices: Object.fromEntries(keys.map((key) => [key, 0])) as FieldRow['choices'],
    display_in_profile_summary: field.displayInSummary ?? false,
    required: false,
    editable_by_user: true,
    use_for_user_matching: false,
  }
}
