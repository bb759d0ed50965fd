import { type RawBuilder, sql } from 'kysely'

/** Messages that a statement looks for, and the way to them. */
export interface MessageSource {
  /** Bounds and orders them: the column of the index that they are read from. */
  readonly id: RawBuilder<number>
  /** What follows `from`, with a `where`, over `m`. Whoever uses it sorts by `id` in this order. */
  inOrder(order: 'asc' | 'desc'): RawBuilder<unknown>
}

export const sourceOf = (from: RawBuilder<unknown>): MessageSource => ({ id: sql`m.id`, inOrder: () => from })

/** Messages that somebody reacted to, found by the reactions: by the messages, nearly all would be looked at in vain. */
export const sourceOfReactedTo = (realmId: number, rest: RawBuilder<unknown>): MessageSource => ({
  id: sql`x.message_id`,
  inOrder: (order) => sql`(
    select message_id from reaction group by message_id order by message_id ${sql.raw(order)}
  ) x join message m on m.realm_id = ${realmId} and m.id = x.message_id ${rest}`,
})
