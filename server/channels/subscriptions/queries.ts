import { sql } from 'kysely'
import type { SubscriptionProperty } from '../../../api/objects/subscription-property.ts'
import type { Db } from '../../kernel/db/database.ts'

/** `in_home_view` is the opposite of `is_muted`, which is stored. */
export type StoredProperty = Exclude<SubscriptionProperty, 'in_home_view'>

/** Whether the value was another one before. */
export async function setSubscriptionProperty(
  db: Db,
  realmId: number,
  userId: number,
  channelId: number,
  property: StoredProperty,
  value: boolean | string,
): Promise<boolean> {
  const column = sql.ref(property)
  const { numAffectedRows } = await sql`
    update subscription s set ${column} = ${value} from channel c
    where c.id = s.channel_id and c.realm_id = ${realmId} and s.user_id = ${userId} and s.channel_id = ${channelId}
      and s.${column} is distinct from ${value}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
