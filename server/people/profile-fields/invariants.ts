import type { Invariant } from '../../kernel/db/invariant.ts'

const values = 'account a cross join lateral jsonb_each(a.profile) v'

export const profileFieldsInvariants: readonly Invariant[] = [
  {
    name: 'profile-of-fields',
    holds: 'every value in a profile belongs to a profile field of the organization',
    breaches: `
      select format('account %s has a value in the field %s, which does not exist', a.id, v.key) as detail
      from ${values}
      where not exists (select from profile_field f where f.realm_id = a.realm_id and f.id::text = v.key)`,
  },
  {
    name: 'profile-of-choices',
    holds: 'every value in a dropdown of a profile is one of its choices, and not older than that',
    breaches: `
      select format('account %s has %s in the field %s', a.id, v.value ->> 'value', f.id) as detail
      from ${values} join profile_field f on f.realm_id = a.realm_id and f.id::text = v.key
      where f.type = 3
        and coalesce((f.choices ->> (v.value ->> 'value'))::bigint > (v.value ->> 'at')::bigint, true)`,
  },
  {
    name: 'profile-field-choices',
    holds: 'a dropdown knows since when it has each of its choices, and other profile fields have none',
    breaches: `
      select format('field %s of type %s has the choices %s', f.id, f.type, f.choices) as detail
      from profile_field f
      where (select coalesce(array_agg(k order by k), '{}') from jsonb_object_keys(f.choices) k)
        <> (case when f.type = 3
              then (select array_agg(k order by k) from jsonb_object_keys(f.field_data::jsonb) k) else '{}' end)`,
  },
]
