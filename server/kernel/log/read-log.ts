import type { ReadLog } from './follower.ts'
import type { StoredLogRow } from './log-row.ts'

const MAX_ROWS_PER_READ = 2_000
/** One row can be as large as a thousand others. */
const MAX_BYTES_PER_READ = 8 * 1024 * 1024

const READ_LOG = `select seq, audience, payload from (
    select seq, audience, payload, sum(octet_length(payload)) over (order by seq) - octet_length(payload) as before
    from event_log where realm_id = $1 and seq > $2 and seq <= $3 order by seq limit ${MAX_ROWS_PER_READ}
  ) sized where before < ${MAX_BYTES_PER_READ} order by seq`

export interface LogPiece {
  readonly rows: readonly StoredLogRow[]
  /** There may be more rows after these. */
  readonly isCut: boolean
}

/** Rows after a position, in order. Returns at least one row if there is any, and a limited number of bytes. */
export async function readLog(read: ReadLog, realmId: number, after: number, upTo: number): Promise<LogPiece> {
  const rows = await read<StoredLogRow>(READ_LOG, [realmId, after, upTo])
  const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(row.payload), 0)
  return { rows, isCut: rows.length >= MAX_ROWS_PER_READ || bytes >= MAX_BYTES_PER_READ }
}
