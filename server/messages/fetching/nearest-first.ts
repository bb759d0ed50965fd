import { type RawBuilder, sql } from 'kysely'
import {
  asksForUnread,
  conditionsOf,
  type MessageSource,
  type Page,
  type PageRequest,
  sourceOfFew,
  TOPIC,
} from './message-source.ts'
import { readingLimits } from './reading-limits.ts'

type Condition = RawBuilder<unknown>

/** Looks at the nearest messages. Only if they do not fill the page, those of the other statement are read. */
export function nearestFirst(
  wanted: PageRequest,
  thorough: MessageSource['page'],
  place?: Condition,
): Pick<MessageSource, 'page' | 'thorough'> {
  const most = ({ limit }: Page) => sql.lit(readingLimits.nearbyForEach * limit + readingLimits.nearby)
  const inPlace = place ? sql`and conv_id = ${place}` : sql``
  const there = (page: Page): Condition => sql`
    from message where realm_id = ${wanted.realmId} ${inPlace}
      and ${page.order === 'asc' ? sql`id >= ${page.from}` : sql`id < ${page.from}`}
    order by id ${sql.raw(page.order)} limit ${most(page)}`
  return {
    page: (page) => sql`
      select m.id, m.move_id from (select * ${there(page)}) m ${TOPIC}
      where ${conditionsOf(wanted, page)} order by m.id ${sql.raw(page.order)} limit ${sql.lit(page.limit)}`,
    thorough: {
      isNeeded: (page) => sql`(select count(*) from (select ${there(page)}) c) = ${most(page)}`,
      page: thorough,
    },
  }
}

/**
 * Messages with a phrase of common words. The index finds those with the words, in no order, so a page of a phrase that
 * most messages have would cost all of them.
 */
export function sourceOfCommonPhrase(wanted: PageRequest): MessageSource {
  const indexed = sourceOfFew(wanted)
  const nearest = nearestFirst(wanted, indexed.page, wanted.place)
  return {
    ...nearest,
    wanted,
    page: (page) => (asksForUnread(wanted, page) ? indexed.page(page) : nearest.page(page)),
  }
}
