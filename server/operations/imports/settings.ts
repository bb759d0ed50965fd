import type { Selectable } from 'kysely'
import { ApiError } from '../../../api/errors.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { newFileToken } from '../../kernel/files/file-name.ts'
import { iconPicture } from '../../kernel/files/pictures.ts'
import { emojiFromRow } from '../../kernel/realm-state/records/custom-emoji.ts'
import { linkifierFromRow } from '../../kernel/realm-state/records/linkifier.ts'
import {
  PROFILE_FIELD_TYPES,
  type ProfileFieldType,
  profileFieldFromRow,
} from '../../kernel/realm-state/records/profile-field.ts'
import { checkEmojiName } from '../../organization/emoji/emoji-name.ts'
import { checkAmongOthers, checkLinkifier } from '../../organization/linkifiers/check-linkifier.ts'
import { checkFieldData, type FieldData } from '../../people/profile-fields/field-data.ts'
import { cut, freeName } from './free-name.ts'
import { draft, type Importing } from './importing.ts'
import { bytesOf, EMOJI_PIXELS, orNull } from './pictures.ts'
import { addRecords, knownAmong, reserveIds, stage, stagedRows } from './records.ts'
import type { SourceEmoji, SourceLinkifier, SourceProfileField } from './source.ts'

type EmojiRow = Selectable<Tables['custom_emoji']>
type LinkifierRow = Selectable<Tables['linkifier']>
type FieldRow = Selectable<Tables['profile_field']>

/** Returns undefined where our rules refuse it. */
function permitted<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

export async function importEmoji(to: Importing): Promise<void> {
  for (const row of await stagedRows<EmojiRow>(to.db, to.importId, 'custom_emoji'))
    draft(to.realm, [{ put: 'emoji', value: emojiFromRow(row) }])
  for await (const emoji of to.source.emoji?.() ?? []) {
    if (to.emoji.has(emoji.id)) continue
    const row = await emojiRow(to, emoji)
    if (!row) {
      to.report.leftOut('custom emoji', emoji.where)
      continue
    }
    await to.db.transaction().execute(async (tx) => {
      await addRecords(tx, to.importId, 'emoji', [[emoji.id, row.id]])
      await stage(tx, to.importId, 'custom_emoji', [row])
    })
    to.emoji.set(emoji.id, row.id)
    draft(to.realm, [{ put: 'emoji', value: emojiFromRow(row) }])
    to.added('custom emoji')
  }
}

async function emojiRow(to: Importing, emoji: SourceEmoji): Promise<EmojiRow | undefined> {
  const bytes = await bytesOf(emoji.picture)
  const icon = bytes && (await orNull(() => iconPicture(async () => bytes, EMOJI_PIXELS)))
  const name = permitted(() => checkEmojiName(emoji.name.toLowerCase()))
  if (!icon || name === undefined) return undefined
  const isActive = emoji.isActive ?? true
  const isTaken = (one: string) => isActive && to.realm.records.emoji.find('name', one) !== undefined
  const [id] = await reserveIds(to.db, 'custom_emoji', 1)
  return {
    id: id!,
    realm_id: to.realm.id,
    name: freeName(name, 100, isTaken, '_imported'),
    author_id: to.people.get(emoji.authorId ?? '') ?? null,
    token: newFileToken(),
    format: icon.format,
    added_seq: 0,
    // The end of the import knows the positions.
    deactivated_seq: isActive ? null : 0,
    created_at: to.now,
  }
}

export async function importLinkifiers(to: Importing): Promise<void> {
  for (const row of await stagedRows<LinkifierRow>(to.db, to.importId, 'linkifier'))
    draft(to.realm, [{ put: 'linkifier', value: linkifierFromRow(row) }])
  for await (const linkifier of to.source.linkifiers?.() ?? []) {
    if ((await knownAmong(to.db, to.importId, 'linkifier', [linkifier.id])).size > 0) continue
    const row = await linkifierRow(to, linkifier)
    if (!row) {
      to.report.leftOut('linkifiers', linkifier.where)
      continue
    }
    await to.db.transaction().execute(async (tx) => {
      await addRecords(tx, to.importId, 'linkifier', [[linkifier.id, row.id]])
      await stage(tx, to.importId, 'linkifier', [row])
    })
    draft(to.realm, [{ put: 'linkifier', value: linkifierFromRow(row) }])
    to.added('linkifiers')
  }
}

async function linkifierRow(to: Importing, linkifier: SourceLinkifier): Promise<LinkifierRow | undefined> {
  const { pattern, urlTemplate } = linkifier
  const isPermitted = permitted(() => {
    checkLinkifier({ pattern, urlTemplate, exampleInput: null, reverseTemplate: null, alternativeUrlTemplates: [] })
    checkAmongOthers(to.realm, pattern)
    return true
  })
  if (!isPermitted) return undefined
  const [id] = await reserveIds(to.db, 'linkifier', 1)
  const positions = [...to.realm.records.linkifier.values()].map(({ position }) => position)
  return {
    id: id!,
    realm_id: to.realm.id,
    pattern,
    url_template: urlTemplate,
    example_input: null,
    reverse_template: null,
    alternative_url_templates: [],
    position: Math.max(0, ...positions) + 1,
  }
}

const MOST_IN_NAME = 40
const MOST_IN_HINT = 80

/** A field of the same name and type takes the values. */
export async function importProfileFields(to: Importing): Promise<void> {
  for (const row of await stagedRows<FieldRow>(to.db, to.importId, 'profile_field'))
    draft(to.realm, [{ put: 'profileField', value: profileFieldFromRow(row) }])
  for await (const field of to.source.profileFields?.() ?? []) {
    if (to.fields.has(field.id)) continue
    const same = to.realm.records.profileField.find('name', field.name.trim())
    const row = same?.type === field.type ? undefined : await fieldRow(to, field)
    const id = row?.id ?? (same?.type === field.type ? same.id : undefined)
    if (id === undefined) {
      to.report.leftOut('profile fields', field.where)
      continue
    }
    await to.db.transaction().execute(async (tx) => {
      await addRecords(tx, to.importId, 'field', [[field.id, id]])
      if (row) await stage(tx, to.importId, 'profile_field', [row])
    })
    to.fields.set(field.id, id)
    if (!row) continue
    draft(to.realm, [{ put: 'profileField', value: profileFieldFromRow(row) }])
    to.added('profile fields')
  }
}

async function fieldRow(to: Importing, field: SourceProfileField): Promise<FieldRow | undefined> {
  const type = Object.values(PROFILE_FIELD_TYPES).find((one) => one === field.type) as ProfileFieldType | undefined
  const data = permitted(() => JSON.parse(field.fieldData || '{}') as FieldData)
  const fieldData = type && data && permitted(() => checkFieldData(type, data))
  if (type === undefined || fieldData === undefined) return undefined
  const [id] = await reserveIds(to.db, 'profile_field', 1)
  const fields = [...to.realm.records.profileField.values()]
  const isTaken = (name: string) => to.realm.records.profileField.find('name', name) !== undefined
  return {
    id: id!,
    realm_id: to.realm.id,
    type,
    position: Math.max(0, ...fields.map(({ position }) => position)) + 1,
    name: freeName(field.name.trim() || 'field', MOST_IN_NAME, isTaken),
    hint: cut(field.hint ?? '', MOST_IN_HINT),
    field_data: fieldData,
    choices: (type === PROFILE_FIELD_TYPES.DROPDOWN
      ? Object.fromEntries(Object.keys(data!).map((key) => [key, 0]))
      : {}) as FieldRow['choices'],
    display_in_profile_summary: field.displayInSummary ?? false,
    required: false,
    editable_by_user: true,
    use_for_user_matching: false,
  }
}
