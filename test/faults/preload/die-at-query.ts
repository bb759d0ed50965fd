import { existsSync } from 'node:fs'
import pg from 'pg'

/**
 * Loaded into the server before anything else. Ends the process at a chosen statement, as SIGKILL does. The file in
 * FAULT_WHEN arms it. FAULT_QUERY is a pattern for the statement's text. FAULT_SKIP skips this many matches first.
 * FAULT_MOMENT is `before` or `after` the statement. With SIGSTOP as FAULT_SIGNAL the process is paused there.
 */
const { FAULT_WHEN, FAULT_QUERY = '', FAULT_SKIP = '0', FAULT_MOMENT = 'after', FAULT_SIGNAL = 'SIGKILL' } = process.env
const pattern = new RegExp(FAULT_QUERY, 'i')
let skip = Number(FAULT_SKIP)

const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }
const query = prototype.query

prototype.query = function (...args: unknown[]): unknown {
  if (!strikes(args[0])) return query.apply(this, args)
  if (FAULT_MOMENT === 'before') {
    die()
    return query.apply(this, args)
  }
  const last = args.at(-1)
  if (typeof last === 'function') return query.apply(this, [...args.slice(0, -1), die])
  return (query.apply(this, args) as Promise<unknown>).then(die)
}

function strikes(statement: unknown): boolean {
  if (FAULT_WHEN !== undefined && !existsSync(FAULT_WHEN)) return false
  const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | null)?.text ?? '')
  if (!pattern.test(text)) return false
  skip -= 1
  return skip < 0
}

function die(): void {
  process.kill(process.pid, FAULT_SIGNAL)
}
