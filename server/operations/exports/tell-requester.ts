import type { ExportType } from '../../../api/objects/realm-export.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { archivePath, downloadName } from './archive-file.ts'
import type { ExportRow } from './queries.ts'

/** Archives contain private data, so they are not kept for ever. */
export const KEPT_DAYS = 90

/** Why there is no archive. */
export type Failure = 'forbidden' | 'error'

const NAMES: Readonly<Record<ExportType, string>> = {
  public: 'public data',
  full_with_consent: 'public data and of the private data of people who consent',
  full_without_consent: 'all data',
}

const REASONS: Readonly<Record<Failure, string>> = {
  forbidden: 'you may not export this data any more.',
  error: 'an error happened on the server. The log of the server has the reason. You can ask for the export again.',
}

/** `url` is the address of the organization. */
export function tellReady(tx: Tx, row: ExportRow, { token, url }: { token: string; url: string }): Promise<void> {
  const link = `[${downloadName(row.id)}](${url}${archivePath(row.id, token)})`
  const end = `It will be deleted ${KEPT_DAYS} days after you asked for it.`
  return tell(tx, row, `The export of ${NAMES[row.type]} that you asked for is ready: ${link}. ${end}`)
}

export const tellFailed = (tx: Tx, row: ExportRow, failure: Failure): Promise<void> =>
  tell(tx, row, `The export of ${NAMES[row.type]} that you asked for has failed, because ${REASONS[failure]}`)

/** Nobody reads it in a deactivated organization or account. */
async function tell(tx: Tx, row: ExportRow, content: string): Promise<void> {
  const { realm } = tx
  if (realm.isDeactivated || !realm.users.get(row.user_id)?.isActive) return
  await tx.send({ senderId: realm.systemBot('notification').id, to: { userIds: [row.user_id] }, content })
}
