import type { Actor } from '../../kernel/actor.ts'
import { readPath, safeName } from '../../kernel/attachments/file-path.ts'
import { attachmentsByTokens, linkToMessage } from '../../kernel/attachments/queries.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { readableFiles } from './access.ts'
import { emitToOwners } from './emit-to-owners.ts'

/** A message of the greatest length cannot link to more files than this. */
const MAX_FILES_OF_A_MESSAGE = 250

/**
 * Shares the files that a message links to with its readers. Only files that the sender may read: a link to another one
 * shares nothing. `paths` are those of the rendering.
 */
export async function claimAttachments(
  tx: Tx,
  sender: Actor,
  messageId: number,
  paths: readonly string[],
): Promise<void> {
  const claimed = await claimable(tx, sender, paths)
  if (claimed.length === 0) return
  await linkToMessage(tx.db, tx.realm.id, messageId, claimed)
  await emitToOwners(tx, claimed)
}

/** The ids of the files at these paths that the sender may share. */
export async function claimable(tx: Tx, sender: Actor, paths: readonly string[]): Promise<number[]> {
  const realmId = tx.realm.id
  const wanted = paths.slice(0, MAX_FILES_OF_A_MESSAGE).flatMap((path) => readPath(path) ?? [])
  const names = new Map(wanted.filter((path) => path.realmId === realmId).map(({ token, name }) => [token, name]))
  const found = await attachmentsByTokens(tx.db, realmId, [...names.keys()])
  const named = found.filter((row) => names.get(row.token) === safeName(row.name))
  return (await readableFiles(tx.db, sender, named)).map((row) => row.id)
}
