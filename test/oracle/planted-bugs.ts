import type pg from 'pg'
import type { Operation } from './history.ts'

/**
 * Bugs that a ledger could have, planted into the database after an operation, as if the server had written the data.
 * The property test must find all of them.
 */
export interface PlantedBug {
  readonly name: string
  /** Saves data that the operation must not change, before it runs. */
  readonly before?: string
  readonly after: string
  plants(operation: Operation): boolean
}

/** `$1` is the account of the operation. Each statement affects only the newest change of that account. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a read mark is lost',
    plants: (operation) => operation.do === 'flag' && operation.flag === 'read' && operation.op === 'add',
    after: `
      with one as (update read_pos set upto = greatest(upto - 1, 0) where user_id = $1 and upto > 0)
      delete from read_bits where user_id = $1`,
  },
  {
    name: 'a membership interval starts one message early',
    plants: (operation) => operation.do === 'subscribe' || operation.do === 'reactivate',
    after: `update member set from_hseq = from_hseq - 1 where user_id = $1 and to_seq is null and from_hseq > 0`,
  },
  {
    name: 'unsubscribing does not mark read',
    plants: (operation) => operation.do === 'unsubscribe',
    before: `select user_id, conv_id, upto from read_pos where user_id = $1`,
    after: `
      update read_pos p set upto = b.upto
      from json_to_recordset($2::json) as b(user_id int, conv_id int, upto int)
      where p.user_id = $1 and p.conv_id = b.conv_id`,
  },
  {
    name: 'a starred message that was not received is not historical',
    plants: (operation) => operation.do === 'flag' && operation.flag === 'starred',
    after: `update user_flag set flags = flags & ~8 where user_id = $1`,
  },
  {
    name: 'one’s own message is unread',
    plants: (operation) => operation.do === 'send' || operation.do === 'direct',
    after: `update message set mflags = mflags & ~4 where sender_id = $1`,
  },
  {
    name: 'a mention is forgotten',
    plants: (operation) => 'calls' in operation && operation.calls.people.length > 0,
    after: `
      with cut as (update user_flag set flags = flags & ~2 where user_id = $1 and flags > 2 and flags & 2 <> 0)
      delete from user_flag where user_id = $1 and flags = 2`,
  },
  {
    name: 'a mention of everyone mentions no one',
    plants: (operation) => 'calls' in operation && operation.calls.everybody,
    after: `update message set mflags = mflags & ~1 where sender_id = $1`,
  },
]

export async function withPlanted<T>(
  bug: PlantedBug | null,
  pool: pg.Pool,
  operation: Operation,
  accountId: number,
  run: () => Promise<T>,
): Promise<T> {
  if (!bug?.plants(operation)) return run()
  const noted = bug.before === undefined ? null : (await pool.query(bug.before, [accountId])).rows
  const result = await run()
  await pool.query(bug.after, noted === null ? [accountId] : [accountId, JSON.stringify(noted)])
  return result
}
