import { type LogRow, writePayload } from './log-row.ts'

/** The statement that inserts rows whose positions the lane has already assigned. */
export const logInsert = (realmId: number, now: number, rows: readonly LogRow[]) => ({
  name: 'append-log',
  text: `insert into event_log (realm_id, seq, at, audience, payload)
    select $1, seq, $2, audience, payload
    from unnest($3::bigint[], $4::text[], $5::text[]) as row (seq, audience, payload)`,
  values: [
    realmId,
    now,
    rows.map((row) => row.seq),
    rows.map((row) => JSON.stringify(row.audience)),
    rows.map((row) => writePayload(row.payload)),
  ],
})
