import type { RealmState } from '../../server/kernel/realm-state/realm-state.ts'
import { presentAuditEntry } from '../../server/organization/audit/present.ts'
import { type AuditFilter, type AuditRow, auditEntries } from '../../server/organization/audit/queries.ts'
import { type Input, UsageError } from '../command.ts'
import { accountOf, organizationOf } from '../organization.ts'
import { timeText } from '../print-table.ts'
import { printable } from '../printable.ts'
import { withContext } from '../with-context.ts'

const MAX_LISTED_ENTRIES = 1_000
const USUALLY_LISTED = 100

export const run = (input: Input): Promise<void> => {
  const limit = numberOf(input, 'limit') ?? USUALLY_LISTED
  if (limit < 1 || limit > MAX_LISTED_ENTRIES)
    throw new UsageError(`--limit is a number from 1 to ${MAX_LISTED_ENTRIES}.`)
  const filter = filterOf(input)
  return withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    const actor = actorOf(realm, input.option('actor'))
    const rows = await auditEntries(ctx.database.db, realm.id, { ...filter, ...actor }, limit)
    if (input.isOn('json')) console.log(JSON.stringify(rows.map(presentAuditEntry)))
    else console.log(rows.length === 0 ? 'No entries.' : table(realm, rows).join('\n'))
  })
}

function filterOf(input: Input): AuditFilter {
  const [kind, id] = (input.option('target') ?? '').split(':', 2)
  if (id !== undefined && !/^\d{1,10}$/.test(id)) throw new UsageError('--target is a kind, or KIND:ID.')
  return {
    action: input.option('action') ?? undefined,
    targetKind: kind || undefined,
    targetId: id === undefined ? undefined : Number(id),
    startTime: timeOf(input, 'since'),
    endTime: timeOf(input, 'until'),
    beforeId: numberOf(input, 'before'),
  }
}

/** `server` stands for the operator and the server itself. */
const actorOf = (realm: RealmState, text: string | null): AuditFilter =>
  text === null ? {} : { actorId: text === 'server' ? null : accountOf(realm, text).id }

function numberOf(input: Input, name: string): number | undefined {
  const text = input.option(name)
  if (text === null) return undefined
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} is a number.`)
  return Number(text)
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/

function timeOf(input: Input, name: string): number | undefined {
  const text = input.option(name)
  if (text === null) return undefined
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new UsageError(`--${name} is a day or a time: 2026-05-01 or 2026-05-01T09:30Z.`)
  return time / 1000
}

const HEADINGS = ['ID', 'TIME', 'ACTOR', 'ADDRESS', 'CLIENT', 'ACTION', 'TARGET', 'DETAILS']

function table(realm: RealmState, rows: readonly AuditRow[]): string[] {
  const lines = [HEADINGS, ...rows.map((row) => cells(realm, row))]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

const cells = (realm: RealmState, row: AuditRow): string[] =>
  [
    `${row.id}`,
    timeText(row.at),
    row.actor_id === null ? 'server' : (realm.account(row.actor_id)?.deliveryEmail ?? `account ${row.actor_id}`),
    row.address ?? '',
    row.client,
    row.action,
    `${row.target_kind}:${row.target_id}`,
    JSON.stringify(row.details),
  ].map(printable)
