import { sql } from 'kysely'
import type { Step } from './step.ts'

const CHOICES = { 1: { text: 'Kitchen', order: '1' }, 2: { text: 'Garden', order: '2' } }

/** Three profile fields; one person in three has filled them in. */
export const profiles: Step = {
  name: 'profiles',
  async run({ tx, realmId, seq }) {
    await sql`
      insert into profile_field (realm_id, type, position, name, hint, field_data, choices, display_in_profile_summary,
        required, editable_by_user, use_for_user_matching)
      select ${realmId}::int, type, position, name, '', field_data,
        case when type = 3 then jsonb_build_object('1', ${seq}::bigint, '2', ${seq}::bigint) else '{}' end,
        false, false, true, false
      from (values (1, 1, 'Job title', ''), (3, 2, 'Team', ${JSON.stringify(CHOICES)}), (8, 3, 'Pronouns', ''))
        as f (type, position, name, field_data)`.execute(tx)
    await sql`
      update account a set profile = (
        select jsonb_object_agg(f.id, jsonb_build_object('at', ${seq}::bigint) || case f.type
          when 1 then jsonb_build_object('value', 'Cook ' || u.index, 'rendered', '<p>Cook ' || u.index || '</p>')
          when 3 then jsonb_build_object('value', (1 + u.index / 3 % 2)::text)
          else jsonb_build_object('value', 'they/them') end)
        from profile_field f where f.realm_id = a.realm_id)
      from pop_user u where u.id = a.id and u.index % 3 = 0`.execute(tx)
  },
}
