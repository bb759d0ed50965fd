import { type QueryExecutorProvider, sql } from 'kysely'
import { REPORTED_USERS } from './accounts.ts'

/** The data that a load generator needs: some people with their keys, and the channels with their sizes. */
export interface PopulateReport {
  readonly users: readonly { readonly id: number; readonly email: string; readonly api_key: string }[]
  readonly channels: readonly { readonly id: number; readonly name: string; readonly subscribers: number }[]
}

const REPORTED_CHANNELS = 200

/** Must run while the temporary tables exist. The channels of exact sizes come first, then the largest. */
export async function reportOf(tx: QueryExecutorProvider): Promise<PopulateReport> {
  const users = await sql<PopulateReport['users'][number]>`
    select a.id, a.delivery_email as email, u.api_key from pop_user u join account a on a.id = u.id
    where u.api_key is not null order by u.index limit ${REPORTED_USERS}`.execute(tx)
  const channels = await sql<PopulateReport['channels'][number]>`
    select c.id, c.name, p.subscribers from channel c
    join (select channel_id, count(*)::int as subscribers from pop_member group by 1) p on p.channel_id = c.id
    order by c.name like 'of %' desc, p.subscribers desc, c.id limit ${REPORTED_CHANNELS}`.execute(tx)
  return { users: users.rows, channels: channels.rows }
}
