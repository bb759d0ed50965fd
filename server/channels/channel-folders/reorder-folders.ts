import { badRequest } from '../../../api/errors.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { updatePositions } from './queries.ts'

/** Every folder must have a place. Ids of no folder are ignored. */
export async function reorderFolders(tx: CallTx, order: readonly number[]): Promise<void> {
  const { realm } = tx
  const folders = realm.records.channelFolder
  const known = [...new Set(order)].filter((id) => folders.has(id))
  if (known.length < [...folders.values()].length) throw badRequest('Invalid order mapping')
  const moved = known.map((id, position) => ({ ...folders.get(id)!, position }))
  await updatePositions(tx.db, realm.id, moved)
  tx.emit({ type: 'channel_folder', op: 'reorder', order: known }, everyone, {
    state: moved.map((value) => ({ put: 'channelFolder', value })),
  })
  tx.audit({
    action: 'channel folders reordered',
    target: { kind: 'realm', id: realm.id },
    details: { order: known },
  })
}
