import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { MESSAGE_BIT } from '../../../kernel/ledger/message-flags.ts'
import type { ImportRun } from '../importing.ts'
import type { SavedPictures } from '../pictures.ts'
import type { StagedTable } from '../records.ts'
import { keepApart } from './keep-apart.ts'

/** Inserts the rows of a table that were kept back. `keepsOld` leaves rows as they are that exist already. */
export async function insertRows(to: ImportRun, tx: Db, table: StagedTable, keepsOld = false): Promise<void> {
  const { rows } = await sql<{ names: string[] }>`
    select array(select jsonb_object_keys(row)) as names from import_row
    where import_id = ${to.importId} and into_table = ${table} limit 1`.execute(tx)
  const names = rows[0]?.names
  if (!names) return
  const columns = sql.join(names.map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${sql.join(names.map((name) => sql.ref(`t.${name}`)))}
    from import_row r cross join lateral jsonb_populate_record(null::${sql.table(table)}, r.row) t
    where r.import_id = ${to.importId} and r.into_table = ${table} order by r.id
    ${sql.raw(keepsOld ? 'on conflict do nothing' : '')}`.execute(tx)
}

/** Accounts with their pictures, groups, and what channels need. */
export async function insertPeople(to: ImportRun, tx: Db, pictures: SavedPictures): Promise<void> {
  await keepApart(to, tx)
  await insertRows(to, tx, 'account')
  await sql`
    update account a set avatar_source = 'U', avatar_token = p.token
    from jsonb_to_recordset(${JSON.stringify(pictures.avatars)}::jsonb) as p (id int, token text)
    where a.id = p.id and a.realm_id = ${to.realm.id}`.execute(tx)
  for (const table of ['user_group', 'group_member', 'group_subgroup', 'channel_folder'] as const)
    await insertRows(to, tx, table)
}

/** Tables whose rows people may have made themselves since. Theirs stay. */
const PERSONAL = [
  'user_topic',
  'alert_words',
  'saved_snippet',
  'draft',
  'reaction',
  'attachment_message',
  'submessage',
] as const

/** Everything that belongs to people, messages and the organization. */
export async function insertStaged(to: ImportRun, tx: Db, seq: number): Promise<void> {
  for (const table of PERSONAL) await insertRows(to, tx, table, true)
  await sql`
    insert into mute (user_id, muted_id, from_seq, at)
    select distinct on (1, 2) (row ->> 'user_id')::int, (row ->> 'muted_id')::int, ${seq}::bigint, (row ->> 'at')::bigint
    from import_row r where import_id = ${to.importId} and into_table = 'mute' and not exists (
      select from mute m where m.user_id = (r.row ->> 'user_id')::int and m.muted_id = (r.row ->> 'muted_id')::int
        and m.to_seq is null)
    order by 1, 2, r.id`.execute(tx)
  await sql`
    update message set mflags = mflags | ${MESSAGE_BIT.hasSubmessages}::int
    where realm_id = ${to.realm.id} and id in (
      select (row ->> 'message_id')::bigint from import_row
      where import_id = ${to.importId} and into_table = 'submessage')`.execute(tx)
  // A star on a message that somebody did not receive is on a copy of their own.
  await sql`
    insert into user_flag as f (user_id, message_id, flags)
    select u.user_id, u.message_id, u.flags | case when exists (
        select from message m join member r on r.user_id = u.user_id and r.conv_id = m.home_conv
          and m.hseq > r.from_hseq and m.hseq <= coalesce(r.to_hseq, m.hseq)
        where m.realm_id = ${to.realm.id} and m.id = u.message_id) or u.flags & 128 <> 0 then 0 else 8 end
    from import_row r cross join lateral jsonb_to_record(r.row) as u (user_id int, message_id bigint, flags int)
    where r.import_id = ${to.importId} and r.into_table = 'user_flag'
    on conflict (user_id, message_id) do update set flags = f.flags | excluded.flags`.execute(tx)
}
