import { sql } from 'kysely'
import { randomKey } from './random.ts'
import type { PopulateContext, Step } from './step.ts'
import { personName } from './words.ts'

const AT_ONCE = 2_000
const MEMBER = 400
/** The number of accounts whose keys the report contains. */
export const REPORTED_USERS = 200

export const emailOf = (index: number): string => `user${index + 1}@populated.example`

/**
 * Accounts with keys, all of them members, so the system groups follow from the role. pop_user numbers them from 0, and
 * the rest of the data set is computed from these numbers.
 */
export const accounts: Step = {
  name: 'accounts',
  async run(to) {
    await sql`create temp table pop_user (index int primary key, id int not null, api_key text) on commit drop`.execute(
      to.tx,
    )
    for (let from = 0; from < to.size.users; from += AT_ONCE) {
      await insertAccounts(to, from, Math.min(from + AT_ONCE, to.size.users))
      to.progress(from / to.size.users)
    }
    await sql`analyze pop_user`.execute(to.tx)
    await addStates(to)
  },
}

async function insertAccounts(to: PopulateContext, from: number, end: number): Promise<void> {
  const people = Array.from({ length: end - from }, (_, i) => {
    const key = randomKey(to.random)
    return {
      index: from + i,
      email: emailOf(from + i),
      name: personName(to.random, from + i),
      hash: to.secret.hashKey(key),
      sealed: to.secret.sealKey(key),
      key: from + i < REPORTED_USERS ? key : null,
    }
  })
  await sql`
    with person as (
      select * from json_to_recordset(${JSON.stringify(people)}::json)
        as p(index int, email text, name text, hash text, sealed text, key text)
    ), made as (
      insert into account
        (realm_id, delivery_email, full_name, role, date_joined, api_key_hash, api_key_sealed, email_address_visibility)
      select realm.id, email, person.name, ${MEMBER}::int, ${to.now}::bigint - 366 * 86400, hash, sealed,
        coalesce((settings -> 'user_settings_defaults' ->> 'email_address_visibility')::smallint, 1)
      from person join realm on realm.id = ${to.realmId}::int order by index
      returning id, delivery_email
    )
    insert into pop_user select person.index, made.id, person.key
    from made join person on person.email = made.delivery_email`.execute(to.tx)
}

/** One person in fifty was imported and has not signed in; one in forty waits for the confirmation of an address. */
async function addStates({ tx, realmId, now }: PopulateContext): Promise<void> {
  await sql`
    update account a set is_imported_stub = true from pop_user u where u.id = a.id and u.index % 50 = 49`.execute(tx)
  await sql`
    insert into email_change (realm_id, user_id, new_email, token_hash, token_sealed, at)
    select ${realmId}::int, id, 'new' || index || '@populated.example', 'populated ' || index, '', ${now}::bigint
    from pop_user where index % 40 = 7`.execute(tx)
}
