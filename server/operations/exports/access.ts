import { badRequest } from '../../../api/errors.ts'
import type { ExportType } from '../../../api/objects/realm-export.ts'
import type { Db } from '../../kernel/db/database.ts'
import { isAdministrator, isOwner, type User } from '../../kernel/realm-state/user.ts'
import { countExportsSince, type ExportRow, loadExport, measureRealm } from './queries.ts'

const WEEK_SECONDS = 7 * 86_400
const MAX_EXPORTS_PER_WEEK = 5

export interface SizeLimits {
  readonly messages: number
  readonly bytes: number
}

const LIMITS: SizeLimits = { messages: 250_000, bytes: 20 * 1024 ** 3 }

/** Whether somebody may have the data of such an export. Without consent it is for owners, if the server allows it. */
export const mayHaveExport = (user: User, type: ExportType, ownersMayHaveAll: boolean): boolean =>
  user.isActive && (type === 'full_without_consent' ? ownersMayHaveAll && isOwner(user) : isAdministrator(user))

export async function requireFewExports(db: Db, realmId: number, now: number): Promise<void> {
  const count = await countExportsSince(db, realmId, now - WEEK_SECONDS)
  if (count >= MAX_EXPORTS_PER_WEEK) throw badRequest('Exceeded rate limit.')
}

/** `operator` is the mail address of those who can export any amount of data. */
export async function requireSmallRealm(
  db: Db,
  realmId: number,
  operator: string,
  { messages, bytes }: SizeLimits = LIMITS,
): Promise<void> {
  const size = await measureRealm(db, realmId, messages)
  if (size.messages > messages || size.bytes > bytes)
    throw badRequest(`Please request a manual export from ${operator}.`)
}

/** An export whose archive can be deleted. */
export async function requireDeletableExport(db: Db, realmId: number, id: number): Promise<ExportRow> {
  const row = await loadExport(db, realmId, id)
  if (!row) throw badRequest('Invalid data export ID')
  if (row.state === 'deleted') throw badRequest('Export already deleted')
  if (row.state === 'failed') throw badRequest('Export failed, nothing to delete')
  if (row.state === 'pending') throw badRequest('Export still in progress')
  return row
}
