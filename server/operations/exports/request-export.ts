import { badRequest } from '../../../api/errors.ts'
import type { ExportType } from '../../../api/objects/realm-export.ts'
import { jobKind } from '../../kernel/log/job.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { mayHaveExport, requireFewExports } from './access.ts'
import { emitExports } from './emit-exports.ts'
import { insertExport } from './queries.ts'

/** Writes the archive of an export. */
export const exportWork = jobKind<{ readonly exportId: number }>('realm-export')

interface ExportRequest {
  readonly type: ExportType
  readonly ownersMayHaveAll: boolean
  /** The address of the organization. */
  readonly url: string
}

/** Stores the request and its job. The archives of an organization are written one after another. */
export async function requestExport(tx: CallTx, { type, ownersMayHaveAll, url }: ExportRequest): Promise<number> {
  const { realm, user } = tx.actor
  if (!mayHaveExport(user, type, ownersMayHaveAll)) throw badRequest('Insufficient permission')
  await requireFewExports(tx.db, realm.id, tx.now)
  const exportId = await insertExport(tx.db, { realmId: realm.id, userId: user.id, type, now: tx.now })
  tx.after(exportWork.job({ exportId }, { queue: 'export' }))
  await emitExports(tx, url)
  tx.audit({ action: 'export requested', target: { kind: 'realm', id: realm.id }, details: { export: exportId, type } })
  return exportId
}
