import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { PROFILE_FIELD_TYPES, type Profile, type ProfileField } from '../../kernel/realm-state/records/profile-field.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { checkProfileValue, isRendered, MAX_USERS_IN_A_VALUE } from '../../people/profile-fields/profile-value.ts'
import { BATCH, inBatches } from './batches.ts'
import { cleanText, jsonText } from './clean.ts'
import type { ImportRun } from './importing.ts'
import { permitted } from './permitted.ts'
import { renderText } from './rendering.ts'
import type { SourcePerson } from './source.ts'
import { idsOf, jsonOf } from './values.ts'

/** What new people have in profile fields. A value may name any of them, so this follows when all have their ids. */
export async function importProfiles(to: ImportRun): Promise<void> {
  if (to.fields.size === 0) return
  const { rows: staged } = await sql<{ id: number }>`
    select (row ->> 'id')::int as id from import_row
    where import_id = ${to.importId} and into_table = 'account'`.execute(to.db)
  const isNew = new Set(staged.map(({ id }) => id))
  await inBatches(to.source.people(), BATCH, async (batch) => {
    const profiles: { id: number; profile: Profile }[] = []
    for (const person of batch) {
      const id = to.people.get(person.id) ?? 0
      if (person.profile && isNew.has(id)) profiles.push({ id, profile: await profileOf(to, person, id) })
    }
    await sql`
      update import_row r set row = jsonb_set(r.row, '{profile}', p.profile)
      from jsonb_to_recordset(${jsonText(profiles)}::jsonb) as p (id int, profile jsonb)
      where r.import_id = ${to.importId} and r.into_table = 'account' and (r.row ->> 'id')::int = p.id`.execute(to.db)
  })
}

async function profileOf(to: ImportRun, { profile = {}, where }: SourcePerson, id: number): Promise<Profile> {
  const user = to.realm.users.get(id)!
  const values: Record<string, Profile[string]> = {}
  for (const [key, written] of Object.entries(profile)) {
    const field = to.realm.records.profileField.get(to.fields.get(key) ?? 0)
    if (!field || written === '') continue
    const value = allowedValue(to, user, field, cleanText(written))
    if (value === undefined) to.report.leftOut('values of profile fields', `${where} ${key}`)
    else
      values[field.id] = {
        value,
        ...(isRendered(field) && { rendered: (await renderText(to, user, value)).html }),
        at: to.realm.seq,
      }
  }
  return values
}

/** Undefined where our rules refuse it. */
function allowedValue(to: ImportRun, user: User, field: ProfileField, written: string): string | undefined {
  if (field.type !== PROFILE_FIELD_TYPES.USER)
    return permitted(() => checkProfileValue({ realm: to.realm, user }, field, written)) ?? undefined
  const ids = idsOf(jsonOf(written)).flatMap((id) => to.people.get(id) ?? [])
  const people = ids.filter((id) => to.realm.users.get(id)?.isBot === false)
  return people.length === 0 ? undefined : JSON.stringify([...new Set(people)].slice(0, MAX_USERS_IN_A_VALUE))
}

/** Administrators may have removed a field, or a choice of it, while the import ran. */
export async function removeLostValues(tx: Db, importId: number): Promise<void> {
  await sql`
    update account a set profile = coalesce((
      select jsonb_object_agg(v.key, v.value)
      from jsonb_each(a.profile) v join profile_field f on f.realm_id = a.realm_id and f.id::text = v.key
      where f.type <> ${PROFILE_FIELD_TYPES.DROPDOWN}
        or (f.choices ->> (v.value ->> 'value'))::bigint <= (v.value ->> 'at')::bigint), '{}')
    from import_row r
    where r.import_id = ${importId} and r.into_table = 'account' and a.id = (r.row ->> 'id')::int
      and a.profile <> '{}'`.execute(tx)
}
