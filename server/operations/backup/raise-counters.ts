import type pg from 'pg'
import { IDS_IN_A_BLOCK } from '../../kernel/realm-state/structures/message-ids.ts'
import { type Counter, qualified } from './format.ts'

/** Ids may have been used after the backup. A restore skips this number of them, so that none is used twice. */
export const SKIPPED = 40_000 * IDS_IN_A_BLOCK
/** Counters of small numbers skip fewer, because a thousand restores must not exhaust them. */
export const SKIPPED_INTEGERS = 1_000_000

/** Starts are numbered by the time, which passes anyway. */
const isOfProcesses = ({ name }: Counter): boolean => name === 'node_generation_seq'

export async function raiseCounters(client: pg.ClientBase, counters: readonly Counter[]): Promise<void> {
  for (const counter of counters) {
    if (isOfProcesses(counter)) continue
    await client.query(
      `select setval($1::regclass, least(max_value, greatest(min_value, $2::bigint + case data_type
         when 'bigint'::regtype then ${SKIPPED} when 'integer'::regtype then ${SKIPPED_INTEGERS} else 0 end)))
       from pg_sequences where schemaname = $3 and sequencename = $4`,
      [qualified(counter), counter.last ?? 0, counter.schema, counter.name],
    )
  }
}

/** Counters that are rows. The ids of events follow from positions in the log; queues of the backup continue behind the gap. */
export async function skipPositions(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into log_gap (realm_id, first, last) select realm_id, seq + 1, seq + ${SKIPPED} from realm_log`,
  )
  await client.query(`update realm_log set seq = seq + ${SKIPPED}`)
  await client.query(
    `insert into presence_counter (realm_id, last_id) select id, ${SKIPPED} from realm
     on conflict (realm_id) do update set last_id = presence_counter.last_id + excluded.last_id`,
  )
}
