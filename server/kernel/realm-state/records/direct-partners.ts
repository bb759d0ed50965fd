/** The people with whom a guest has direct messages. Only guests have a record, because only their sight can be limited. */
export interface DirectPartners {
  readonly userId: number
  /** Ascending. Includes the guest. */
  readonly partnerIds: readonly number[]
}

export const DIRECT_PARTNERS = `
  select m.user_id as "userId", array_agg(distinct p.id order by p.id) as "partnerIds"
  from account a
    join member m on m.user_id = a.id
    join conversation c on c.id = m.conv_id and c.members is not null
    cross join lateral unnest(c.members) as p (id)
  where a.realm_id = $1 and a.role = 600 group by m.user_id`
