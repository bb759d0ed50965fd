import { sql } from 'kysely'
import { foldCase } from '../../../../api/fold-case.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { MAX_CHANNEL_NAME_LENGTH, MAX_FOLDER_NAME_LENGTH } from '../../../kernel/texts/channel-name.ts'
import { REACTION_KIND } from '../../../organization/emoji/reaction-present.ts'
import { MAX_GROUP_NAME_LENGTH } from '../../../people/groups/group-name.ts'
import { freeName } from '../free-name.ts'
import type { ImportRun } from '../importing.ts'
import { MAX_FIELD_NAME_LENGTH } from '../profile-fields.ts'
import { MAX_EMOJI_NAME_LENGTH, TAKEN_EMOJI } from '../settings.ts'

interface NamedTable {
  readonly table: 'user_group' | 'channel' | 'channel_folder' | 'profile_field' | 'custom_emoji'
  readonly most: number
  /** Rows without it may have any name. */
  readonly isActive: string
  readonly mark?: string
}

const NAMED: readonly NamedTable[] = [
  { table: 'user_group', most: MAX_GROUP_NAME_LENGTH, isActive: 'true' },
  { table: 'channel', most: MAX_CHANNEL_NAME_LENGTH, isActive: 'not is_archived' },
  { table: 'channel_folder', most: MAX_FOLDER_NAME_LENGTH, isActive: 'not is_archived' },
  { table: 'profile_field', most: MAX_FIELD_NAME_LENGTH, isActive: 'true' },
  { table: 'custom_emoji', most: MAX_EMOJI_NAME_LENGTH, isActive: 'deactivated_seq is null', mark: TAKEN_EMOJI },
]

/** People may have taken addresses and names while the import ran, or since it was killed. */
export async function keepApart(to: ImportRun, tx: Db): Promise<void> {
  await keepEmailsApart(to, tx)
  for (const named of NAMED) {
    const isRenamed = await keepNamesApart(to, tx, named)
    if (isRenamed && named.table === 'custom_emoji') await renameReactions(to, tx)
  }
}

async function keepEmailsApart({ importId, realm, source }: ImportRun, tx: Db): Promise<void> {
  await sql`
    update import_row r
    set row = jsonb_set(r.row, '{delivery_email}', to_jsonb('imported-' || (r.row ->> 'id') || ${`@${source.format}.invalid`}))
    from account a
    where r.import_id = ${importId} and r.into_table = 'account' and a.realm_id = ${realm.id}
      and lower(a.delivery_email) = lower(r.row ->> 'delivery_email')`.execute(tx)
}

async function keepNamesApart(to: ImportRun, tx: Db, { table, most, isActive, mark }: NamedTable): Promise<boolean> {
  const { rows: taken } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where realm_id = ${to.realm.id} and ${sql.raw(isActive)}`.execute(tx)
  const names = new Set(taken.map(({ name }) => foldCase(name)))
  const { rows } = await sql<{ id: number; name: string }>`
    select r.id, t.name from import_row r
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, r.row) t
    where r.import_id = ${to.importId} and r.into_table = ${table} and ${sql.raw(isActive)}
    order by r.id`.execute(tx)
  const clashes = rows.filter(({ name }) => names.has(foldCase(name)))
  for (const { name } of rows) names.add(foldCase(name))
  for (const { id, name } of clashes) {
    const free = freeName(name, most, (candidate) => names.has(foldCase(candidate)), mark)
    names.add(foldCase(free))
    await sql`update import_row set row = jsonb_set(row, '{name}', to_jsonb(${free}::text)) where id = ${id}`.execute(
      tx,
    )
  }
  return clashes.length > 0
}

/** Reactions name their emoji. */
async function renameReactions({ importId, realm }: ImportRun, tx: Db): Promise<void> {
  const emoji = sql`
    (select row ->> 'id' as code, row ->> 'name' as name from import_row
     where import_id = ${importId} and into_table = 'custom_emoji') e`
  const kind = REACTION_KIND.realm_emoji
  await sql`
    update reaction r set emoji_name = e.name from ${emoji}
    where r.realm_id = ${realm.id} and r.kind = ${kind} and r.emoji_code = e.code and r.emoji_name <> e.name`.execute(
    tx,
  )
  await sql`
    update import_row r set row = jsonb_set(r.row, '{emoji_name}', to_jsonb(e.name)) from ${emoji}
    where r.import_id = ${importId} and r.into_table = 'reaction' and (r.row ->> 'kind')::int = ${kind}
      and r.row ->> 'emoji_code' = e.code and r.row ->> 'emoji_name' <> e.name`.execute(tx)
}
