import { type RawBuilder, sql } from 'kysely'
import {
  bornReadBy,
  CAME_READ,
  has,
  isOutsideMention,
  markOf,
  marksAt,
  NEVER_LEFT,
} from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { movedAbovePosition } from '../../kernel/ledger/unread-moved-sql.ts'
import {
  asksForUnread,
  byIds,
  conditionsOf,
  type MessageSource,
  type Page,
  type PageRequest,
  TOPIC,
} from './message-source.ts'
import { readingLimits } from './reading-limits.ts'

/**
 * Finds unread messages from the ledger: above the read positions, without a mark. That costs as much as the person has
 * conversations and unread messages, whatever they have read. If much is unread and the narrow has an index, the index
 * is used, from the first unread message on.
 */
export const withUnread = (source: MessageSource, isIndexed: boolean): MessageSource => ({
  ...source,
  page: (page) => (asksForUnread(source.wanted, page) ? unreadPage(source, page, isIndexed) : source.page(page)),
})

function unreadPage(source: MessageSource, page: Page, isIndexed: boolean): RawBuilder<unknown> {
  const { wanted } = source
  const { fewUnread } = readingLimits
  const isFew = sql`(select count(*) from candidate) <= ${sql.lit(fewUnread)}`
  const few = byIds(wanted, limited(page, isFew), sql`(select distinct id from candidate) x`, sql`x.id`)
  const many = limited(page, sql`not ${isFew}`)
  const first = sql`least((select min(id) from start), (select min(id) from other))`
  const later =
    page.order === 'asc'
      ? { ...many, from: sql<number>`greatest(${page.from}::bigint, ${first})` }
      : limited(many, sql`m.id >= ${first}`)
  const rest = isIndexed ? source.page(later) : nearestFirst(wanted, many, source.page(later))
  return sql`
    with start as materialized (${starts(wanted)}), other as materialized (${others(wanted)}), candidate as materialized (
      select id from other
      union all select m.id from start p cross join lateral (select m.id from ${UNREAD_THERE} offset 0) m
      limit ${sql.lit(fewUnread + 1)}
    )
    select * from ((${few}) union (${rest})) found order by id ${sql.raw(page.order)} limit ${sql.lit(page.limit)}`
}

/** If the messages near the start of the page do not fill it, the conversations are read one by one. */
function nearestFirst(wanted: PageRequest, many: Page, nearest: RawBuilder<unknown>): RawBuilder<unknown> {
  const page = limited(many, sql`(select count(*) from near) < ${sql.lit(many.limit)}`)
  return sql`
    with near as materialized (${nearest})
    (select * from near) union (${inConversations(wanted, page)})
    union (${byIds(wanted, page, sql`(select distinct id from other) x`, sql`x.id`)})`
}

const limited = (page: Page, condition: RawBuilder<unknown>): Page => ({
  ...page,
  also: page.also ? sql`${page.also} and ${condition}` : condition,
})

/** Unread messages that stayed in a conversation, whose read position is `p`. */
const UNREAD_THERE = sql.raw(`
  message m left join read_bits b on ${marksAt('p.user_id', 'p.conv_id')}
  where m.home_conv = p.conv_id and m.hseq > p.upto and ${NEVER_LEFT} and coalesce(${markOf('b.bits', 'm.hseq')}, 0) = 0
    and not (${bornReadBy('p.user_id')} and not exists (
      select 1 from user_flag f where f.user_id = p.user_id and f.message_id = m.id
        and ${has('f.flags', USER_BIT.markedUnread)}))
    and not exists (
      select 1 from user_flag f where f.user_id = p.user_id and f.message_id = m.id and ${CAME_READ})`)

/** The first unread message of each conversation that has one. */
const starts = ({ userId, within }: PageRequest): RawBuilder<unknown> => sql`
  select p.user_id, p.conv_id, p.upto, m.id from member r
  join read_pos p on p.user_id = r.user_id and p.conv_id = r.conv_id
  cross join lateral (select m.id from ${UNREAD_THERE} order by m.hseq limit 1) m
  where r.user_id = ${userId} and r.to_seq is null ${within ? sql`and r.conv_id in (${within})` : sql``}`

/** Messages that may be unread although no read position says so. */
const others = ({ userId, isBot }: PageRequest): RawBuilder<unknown> => sql`
  select id from ${movedAbovePosition(userId ?? 0)} moved
  union all select message_id from user_flag
    where user_id = ${userId} and ${sql.raw(has('flags', USER_BIT.markedUnread))}
  ${
    isBot
      ? sql`union all select message_id from user_flag where user_id = ${userId} and ${sql.raw(isOutsideMention('flags'))}`
      : sql``
  }`

const inConversations = (wanted: PageRequest, page: Page): RawBuilder<unknown> => sql`
  select m.* from start x cross join lateral (
    select m.id, m.move_id from message m ${TOPIC}
    where m.conv_id = x.conv_id and m.id >= x.id and ${conditionsOf(wanted, page)}
    order by m.id ${sql.raw(page.order)} limit ${sql.lit(page.limit)}
  ) m order by m.id ${sql.raw(page.order)} limit ${sql.lit(page.limit)}`
