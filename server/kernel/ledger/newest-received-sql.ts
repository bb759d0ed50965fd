import { type RawBuilder, sql } from 'kysely'
import { isOutsideMention } from './ledger-sql.ts'

/** The id of the newest message that a person received, if any. Reads one index entry per membership interval. */
export function selectMaxMessageId({
  id: userId,
  isBot,
}: {
  readonly id: number
  readonly isBot: boolean
}): RawBuilder<{ id: number | null }> {
  // Bots also receive mentions in channels that they are not in.
  const outsideMention = sql`(select max(message_id) from user_flag
    where user_id = ${userId} and ${sql.raw(isOutsideMention('flags'))})`
  return sql`
    select greatest(
      (select max(m.id) from member r cross join lateral (
          select id from message
          where home_conv = r.conv_id and hseq > r.from_hseq and hseq <= coalesce(r.to_hseq, 2147483647)
          order by hseq desc limit 1) m
        where r.user_id = ${userId}),
      ${isBot ? outsideMention : sql`null`}) as id`
}

/** As clients read it: -1 without a message. */
export const shownMaxMessageId = (rows: readonly { id: number | null }[]): number => rows[0]?.id ?? -1
