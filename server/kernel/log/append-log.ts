import { type LogRow, writePayload } from './log-row.ts'

const INSERT = `insert into event_log (realm_id, seq, at, audience, payload)
  select $1, seq, $2, audience, payload
  from unnest($3::bigint[], $4::text[], $5::text[]) as row (seq, audience, payload)`

const valuesOf = (realmId: number, now: number, rows: readonly LogRow[]): unknown[] => [
  realmId,
  now,
  rows.map((row) => row.seq),
  rows.map((row) => JSON.stringify(row.audience)),
  rows.map((row) => writePayload(row.payload)),
]

/** The statement that inserts rows whose positions the lane has already assigned. */
export const logInsert = (realmId: number, now: number, rows: readonly LogRow[]) => ({
  name: 'append-log',
  text: INSERT,
  values: valuesOf(realmId, now, rows),
})

/** The same for a transaction that holds the lane: it also assigns the positions. */
export const logAppend = (realmId: number, now: number, rows: readonly LogRow[]) => ({
  name: 'append-log-in-transaction',
  text: `with lane as (update realm_log set seq = seq + $6 where realm_id = $1) ${INSERT}`,
  values: [...valuesOf(realmId, now, rows), rows.length],
})
