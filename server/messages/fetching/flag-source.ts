import { type RawBuilder, sql } from 'kysely'
import { has, MENTIONS_EVERYBODY } from '../../kernel/ledger/ledger-sql.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { byIds, type MessageSource, type Page, type PageRequest } from './message-source.ts'
import { inPlaces, receivedPlaces } from './place-source.ts'

/** Messages with a flag of the person, starting from their rows. */
export const sourceOfFlagged = (wanted: PageRequest, bit: number): MessageSource => ({
  wanted,
  page: (page) => flagged(wanted, page, bit),
})

const flagged = (wanted: PageRequest, page: Page, bit: number): RawBuilder<unknown> => {
  const rows = sql`(
    select message_id from user_flag where user_id = ${wanted.userId} and ${sql.raw(has('flags', bit))}) f`
  return byIds(wanted, page, rows, sql`f.message_id`)
}

/** Messages that mention the person: by their rows, and those that mention everybody in a conversation of theirs. */
export const sourceOfMentions = (wanted: PageRequest): MessageSource => ({
  wanted,
  page: (page) => {
    const everybody = { ...page, also: sql`${sql.raw(MENTIONS_EVERYBODY)} and ${page.also ?? sql`true`}` }
    return sql`
      (${flagged(wanted, page, USER_BIT.mentioned)})
      union (${flagged(wanted, page, USER_BIT.topicWildcard)})
      union (${inPlaces(wanted, everybody, receivedPlaces(wanted))})
      order by id ${sql.raw(page.order)} limit ${sql.lit(page.limit)}`
  },
})
