import { type RawBuilder, sql } from 'kysely'
import { byIds, conditionsOf, type MessageSource, type Page, type PageRequest, TOPIC } from './message-source.ts'
import { nearestFirst } from './nearest-first.ts'

type Condition = RawBuilder<unknown>

/** Conversations or topics, as a select of their ids. */
export interface Places {
  readonly kind: 'conversation' | 'topic'
  readonly ids: RawBuilder<unknown>
}

/** All conversations that somebody receives or has received. */
export const receivedPlaces = ({ userId }: PageRequest): Places => ({
  kind: 'conversation',
  ids: sql`select distinct conv_id from member where user_id = ${userId}`,
})

/**
 * The messages of these places, merged in the order of their ids. At most as many places are read as the page has
 * messages: those with the nearest ones.
 */
export function inPlaces(wanted: PageRequest, page: Page, { kind, ids }: Places): RawBuilder<unknown> {
  const order = sql.raw(page.order)
  const column = kind === 'topic' ? sql`m.topic_id` : sql`m.conv_id`
  const inPlace = (columns: Condition, limit: number) => sql`
    select ${columns} from message m ${TOPIC}
    where ${column} = x.place and ${conditionsOf(wanted, page)} order by m.id ${order} limit ${sql.lit(limit)}`
  const places = sql`(${ids}) x (place)`
  if (page.limit === 1)
    return sql`select m.* from ${places} cross join lateral (${inPlace(sql`m.id, m.move_id`, 1)}) m
      order by m.id ${order} limit 1`
  return sql`
    select m.* from (
      select x.place from ${places} cross join lateral (${inPlace(sql`m.id`, 1)}) h order by h.id ${order} limit ${sql.lit(page.limit)}
    ) x cross join lateral (${inPlace(sql`m.id, m.move_id`, page.limit)}) m
    order by m.id ${order} limit ${sql.lit(page.limit)}`
}

export const sourceInPlaces = (wanted: PageRequest, places: Places): MessageSource => ({
  wanted,
  page: (page) => inPlaces(wanted, page, places),
})

/**
 * The messages of many places. Most readers have many of the nearest messages, so these are looked at first. Somebody
 * in one channel of a thousand has few of them, so if the page comes out short, the places are read one by one.
 */
export const sourceInMany = (wanted: PageRequest, places: Places): MessageSource => ({
  wanted,
  ...nearestFirst(wanted, (page) =>
    wanted.received
      ? sql`(${inPlaces(wanted, page, places)}) union (${byOwnRows(wanted, page)})
        order by id ${sql.raw(page.order)} limit ${sql.lit(page.limit)}`
      : inPlaces(wanted, page, places),
  ),
})

/** Messages that the person has only by their own rows may be anywhere. */
const byOwnRows = (wanted: PageRequest, page: Page): RawBuilder<unknown> =>
  byIds(wanted, page, sql`(select message_id from user_flag where user_id = ${wanted.userId}) f`, sql`f.message_id`)
