import { releaseFiles } from '../../kernel/files/claim-files.ts'
import { everyone } from '../../kernel/log/audience.ts'
import { type RealmPictureKind, realmPicture } from '../../kernel/realm-state/realm-picture.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { updateRealmRow } from '../realm/queries.ts'
import { realmPictureFileName } from './picture-files.ts'
import { presentRealmPicture } from './present.ts'

/** Sets another picture of the organization, or the default one. Returns the files to remove after the commit. */
export async function changeRealmPicture(
  tx: Tx,
  kind: RealmPictureKind,
  token: string | null,
): Promise<readonly string[]> {
  const { info } = tx.realm
  const before = realmPicture(info.pictures, kind)
  if (before.token === token) return []
  const released = before.token === null ? [] : [realmPictureFileName(info.id, before.token)]
  if (released.length > 0) await releaseFiles(tx, released)
  const changed = { ...info, pictures: { ...info.pictures, [kind]: { token, version: before.version + 1 } } }
  await updateRealmRow(tx.db, changed)
  const data = presentRealmPicture(changed, kind)
  tx.emit({ type: 'realm', op: 'update_dict', property: kind, data }, everyone, {
    state: [{ put: 'realm', value: changed }],
  })
  tx.audit({
    action: 'organization updated',
    target: { kind: 'realm', id: info.id },
    details: { property: kind, before: before.version, after: before.version + 1, is_default: token === null },
  })
  return released
}
