import type pg from 'pg'
import type { Calls, Operation } from './history.ts'

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
  /** A short history that the bug spoils. */
  readonly spoils: readonly Operation[]
}

const [ada, ben, chen] = [0, 1, 2]
const [plaza, secret] = [0, 1]
const NOBODY: Calls = { people: [], group: false, everybody: false, topic: false, word: false }
const join = (who: number, channel: number): Operation => ({ do: 'subscribe', who, channel })
const flagged = (who: number, flag: 'read' | 'starred'): Operation => ({
  do: 'flag',
  who,
  flag,
  op: 'add',
  messages: [0],
})
const sent = (channel: number, calls: Partial<Calls> = {}): Operation => ({
  do: 'send',
  by: ada,
  channel,
  topic: 0,
  calls: { ...NOBODY, ...calls },
  readBySender: true,
})

/** `$1` is the account of the operation. Each statement affects only the newest change of that account. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a read mark is lost',
    spoils: [join(ada, plaza), join(ben, plaza), sent(plaza), flagged(ben, 'read')],
    plants: (operation) => operation.do === 'flag' && operation.flag === 'read' && operation.op === 'add',
    after: `
      with one as (update read_pos set upto = greatest(upto - 1, 0) where user_id = $1 and upto > 0)
      delete from read_bits where user_id = $1`,
  },
  {
    name: 'a membership interval starts one message early',
    spoils: [join(ada, plaza), sent(plaza), join(ben, plaza)],
    plants: (operation) => operation.do === 'subscribe' || operation.do === 'reactivate',
    after: `update member set from_hseq = from_hseq - 1 where user_id = $1 and to_seq is null and from_hseq > 0`,
  },
  {
    name: 'unsubscribing does not mark read',
    spoils: [join(ada, plaza), join(ben, plaza), sent(plaza), { do: 'unsubscribe', who: ben, channel: plaza }],
    plants: (operation) => operation.do === 'unsubscribe',
    before: `select user_id, conv_id, upto from read_pos where user_id = $1`,
    after: `
      update read_pos p set upto = b.upto
      from json_to_recordset($2::json) as b(user_id int, conv_id int, upto int)
      where p.user_id = $1 and p.conv_id = b.conv_id`,
  },
  {
    name: 'a starred message that was not received is not historical',
    spoils: [join(ada, plaza), sent(plaza), flagged(chen, 'starred')],
    plants: (operation) => operation.do === 'flag' && operation.flag === 'starred',
    after: `update user_flag set flags = flags & ~8 where user_id = $1`,
  },
  {
    name: 'one’s own message is unread',
    spoils: [join(ada, plaza), sent(plaza)],
    plants: (operation) => operation.do === 'send' || operation.do === 'direct',
    after: `update message set mflags = mflags & ~4 where sender_id = $1`,
  },
  {
    name: 'a mention is forgotten',
    spoils: [join(ada, plaza), sent(plaza, { people: [ada] })],
    plants: (operation) => 'calls' in operation && operation.calls.people.length > 0,
    after: `
      with cut as (update user_flag set flags = flags & ~2 where user_id = $1 and flags > 2 and flags & 2 <> 0)
      delete from user_flag where user_id = $1 and flags = 2`,
  },
  {
    name: 'a mention of everyone mentions no one',
    spoils: [join(ada, plaza), join(ben, plaza), sent(plaza, { everybody: true })],
    plants: (operation) => 'calls' in operation && operation.calls.everybody,
    after: `update message set mflags = mflags & ~1 where sender_id = $1`,
  },
  {
    name: 'a move to another channel leaves the messages with everybody',
    spoils: [
      join(ada, secret),
      join(ben, secret),
      sent(secret),
      { do: 'move', by: ada, message: 0, mode: 'change_one', topic: null, channel: plaza },
    ],
    plants: (operation) => operation.do === 'move' && operation.channel !== null,
    after: `
      update message set mflags = mflags & ~128, move_id = null
      where move_id is not null and realm_id = (select realm_id from account where id = $1)`,
  },
  {
    name: 'an edit keeps the old mentions',
    spoils: [
      join(ada, plaza),
      join(ben, plaza),
      sent(plaza, { people: [ben] }),
      { do: 'edit', by: ada, message: 0, calls: NOBODY },
    ],
    plants: (operation) => operation.do === 'edit',
    before: `
      select f.user_id, f.message_id from user_flag f join message m on m.id = f.message_id
      where m.sender_id = $1 and f.flags & 2 <> 0`,
    after: `
      insert into user_flag (user_id, message_id, flags)
      select b.user_id, b.message_id, 2 from json_to_recordset($2::json) as b(user_id int, message_id bigint), account a
      where a.id = $1
      on conflict (user_id, message_id) do update set flags = user_flag.flags | 2`,
  },
  {
    name: 'messages of a muted person arrive unread',
    spoils: [join(ada, plaza), join(ben, plaza), { do: 'mute', who: ben, whom: ada }, sent(plaza)],
    plants: (operation) => operation.do === 'send' || operation.do === 'direct',
    after: `
      with cut as (
        update user_flag set flags = flags & ~256 from message m
        where m.id = message_id and m.sender_id = $1 and flags & 256 <> 0 and flags > 256)
      delete from user_flag using message m where m.id = message_id and m.sender_id = $1 and flags = 256`,
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
