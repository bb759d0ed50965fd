import { type RawBuilder, sql } from 'kysely'
import { hasOwnRow, hasUnreadRow, inIntervalOr, readBy } from '../../kernel/ledger/ledger-sql.ts'
import { mayHaveKept } from '../../kernel/ledger/moves-sql.ts'

type Condition = RawBuilder<unknown>

/** A part of the messages that a narrow finds, in the order of their ids. */
export interface Page {
  readonly order: 'asc' | 'desc'
  /** Ascending: from this id on. Descending: below it. */
  readonly from: number | RawBuilder<number>
  readonly limit: number
  /** Only what is unread and not muted. */
  readonly firstUnread?: boolean
  /** Another condition on `m`. */
  readonly also?: Condition
}

/** How the messages of a narrow are found. A statement of a source selects `id` and `move_id`. */
export interface MessageSource {
  readonly wanted: PageRequest
  page(page: Page): RawBuilder<unknown>
  /** If the page came out short although there are more messages than it has looked at. */
  readonly thorough?: { isNeeded(page: Page): Condition; page(page: Page): RawBuilder<unknown> }
}

/** The messages that a narrow asks for. */
export interface PageRequest {
  readonly realmId: number
  /** Null for visitors. */
  readonly userId: number | null
  readonly isBot: boolean
  /** On `m`, the message, and `t`, its topic. */
  readonly conditions: readonly Condition[]
  /** Only what the person received. */
  readonly received: boolean
  readonly unread: boolean
  /** Leaves out what the reader has muted. */
  readonly unmuted: Condition
  /** So common that a connection may keep the plans of its large statements. */
  readonly isCommon: boolean
  /** The conversation, if the narrow names one. */
  readonly place: RawBuilder<unknown> | undefined
  /** The conversations, if the narrow names some. */
  readonly within: RawBuilder<unknown> | undefined
}

export const asksForUnread = (wanted: PageRequest, page: Page): boolean => wanted.unread || page.firstUnread === true

/** Messages with several moves pass, because these are decided together, once for each move. */
function mayHave(wanted: PageRequest, page: Page): Condition {
  const { realmId, userId } = wanted
  if (userId === null) return sql`true`
  const reached = inIntervalOr(userId, mayHaveKept(realmId, userId))
  if (asksForUnread(wanted, page)) return sql`not ${readBy(userId)} and (${reached} or ${hasUnreadRow(userId)})`
  return wanted.received ? sql`(${reached} or ${hasOwnRow(userId)})` : sql`true`
}

/** Whether the person has `m` although its moves did not leave it to them. */
export const hasAnyway = (userId: number, isUnread: boolean): RawBuilder<boolean> =>
  isUnread ? hasUnreadRow(userId) : hasOwnRow(userId)

/** The conditions of a page on `m` and `t`. They limit ids by the column of the index that returns them in order. */
export function conditionsOf(wanted: PageRequest, page: Page, id: Condition = sql`m.id`): Condition {
  const bound = page.order === 'asc' ? sql`${id} >= ${page.from}` : sql`${id} < ${page.from}`
  const unmuted = page.firstUnread ? [wanted.unmuted] : []
  const all = [bound, ...(page.also ? [page.also] : []), ...wanted.conditions, ...unmuted, mayHave(wanted, page)]
  return sql`m.realm_id = ${wanted.realmId} and ${sql.join(all, sql` and `)}`
}

export const TOPIC = sql`left join topic t on t.id = m.topic_id`

const sorted = (key: Condition, { order, limit }: Page): Condition =>
  sql`order by ${key} ${sql.raw(order)} limit ${sql.lit(limit)}`

/** By the index that the planner finds best. */
export const sourceOf = (wanted: PageRequest, sortKey: Condition = sql`m.id`): MessageSource => ({
  wanted,
  page: (page) => sql`
    select m.id, m.move_id from message m ${TOPIC} where ${conditionsOf(wanted, page)} ${sorted(sortKey, page)}`,
})

/**
 * Few messages, which another index finds. They are sorted afterwards: the planner does not know how few they are, and
 * would look for them from the newest message on.
 */
export const sourceOfFew = (wanted: PageRequest): MessageSource => sourceOf(wanted, sql`(m.id + 0)`)

/** Messages by ids from another table. LATERAL with OFFSET 0 keeps the planner from reading all messages. */
export const byIds = (wanted: PageRequest, page: Page, ids: Condition, id: Condition): RawBuilder<unknown> => sql`
  select m.id, m.move_id from ${ids} cross join lateral (
    select * from message where realm_id = ${wanted.realmId} and id = ${id} offset 0
  ) m ${TOPIC} where ${conditionsOf(wanted, page, id)} ${sorted(id, page)}`

/**
 * Messages with reactions, starting from the reactions. Starting from the messages would read nearly all of them for
 * nothing.
 */
export const sourceOfReactedTo = (wanted: PageRequest): MessageSource => ({
  wanted,
  page: (page) => sql`
    select m.id, m.move_id from (
      select message_id from reaction where realm_id = ${wanted.realmId} group by message_id order by message_id ${sql.raw(page.order)}
    ) x join message m on m.realm_id = ${wanted.realmId} and m.id = x.message_id ${TOPIC}
    where ${conditionsOf(wanted, page, sql`x.message_id`)} ${sorted(sql`x.message_id`, page)}`,
})
