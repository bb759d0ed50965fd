import { type RawBuilder, sql } from 'kysely'

/** The messages that a statement searches, and how it reads them. */
export interface MessageSource {
  /** The column to limit by, which is that of the index. */
  readonly id: RawBuilder<number>
  /** What to order by, so that the planner uses that index for the order, or another one for the messages. */
  readonly sortKey: RawBuilder<number>
  /** The text after `from`, up to a `where` on `m`. The statement must sort by `sortKey` in this order. */
  inOrder(order: 'asc' | 'desc'): RawBuilder<unknown>
  /** A condition that leaves out what the reader has muted. */
  readonly unmuted: RawBuilder<unknown>
}

export const sourceOf = (rest: RawBuilder<unknown>, unmuted: RawBuilder<unknown>): MessageSource => ({
  id: sql`m.id`,
  sortKey: sql`m.id`,
  inOrder: () => sql`message m ${rest}`,
  unmuted,
})

/**
 * Few messages, which another index finds. They are sorted afterwards: the planner does not know how few they are, and
 * would look for them from the newest message on.
 */
export const sourceOfFew = (rest: RawBuilder<unknown>, unmuted: RawBuilder<unknown>): MessageSource => ({
  ...sourceOf(rest, unmuted),
  sortKey: sql`(m.id + 0)`,
})

/**
 * Messages with reactions, starting from the reactions. Starting from the messages would read nearly all of them for
 * nothing.
 */
export const sourceOfReactedTo = (
  realmId: number,
  rest: RawBuilder<unknown>,
  unmuted: RawBuilder<unknown>,
): MessageSource => ({
  id: sql`x.message_id`,
  sortKey: sql`x.message_id`,
  inOrder: (order) => sql`(
    select message_id from reaction group by message_id order by message_id ${sql.raw(order)}
  ) x join message m on m.realm_id = ${realmId} and m.id = x.message_id ${rest}`,
  unmuted,
})
