import { claimFiles } from '../../kernel/files/claim-files.ts'
import type { RealmPictureKind } from '../../kernel/realm-state/realm-picture.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { changeRealmPicture } from './change-picture.ts'
import type { RealmPictureFile } from './picture-files.ts'

export async function uploadRealmPicture(
  tx: Tx,
  kind: RealmPictureKind,
  { token, file }: RealmPictureFile,
): Promise<readonly string[]> {
  await claimFiles(tx, [file])
  return changeRealmPicture(tx, kind, token)
}
