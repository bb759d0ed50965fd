import { badRequest } from '../../../api/errors.ts'
import type { Draft } from '../../../api/objects/personal.ts'
import { users } from '../../kernel/log/audience.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { noSuchDraft, requireDraftsSynchronized } from './access.ts'
import { checkDraft } from './check-draft.ts'
import { presentDraft } from './present.ts'
import { countDrafts, findDraft, insertDrafts, removeDrafts, replaceDraft, usersWithDrafts } from './queries.ts'

/** Register lists this number of drafts. */
export const MAX_DRAFTS = 1_000

/** Returns the ids of the new drafts, in order. */
export async function createDrafts(tx: CallTx, wanted: readonly Draft[]): Promise<number[]> {
  const { realm, user } = tx.actor
  requireDraftsSynchronized(tx.actor)
  const checked = wanted.map((draft) => checkDraft(tx.actor, draft, tx.now))
  if (checked.length === 0) return []
  if ((await countDrafts(tx.db, user.id)) + checked.length > MAX_DRAFTS)
    throw badRequest(`You can have at most ${MAX_DRAFTS} drafts.`)
  const drafts = (await insertDrafts(tx.db, realm.id, user.id, checked)).map(presentDraft)
  tx.emit({ type: 'drafts', op: 'add', drafts }, users(user.id))
  return drafts.map(({ id }) => id)
}

export async function editDraft(tx: CallTx, id: number, wanted: Draft): Promise<void> {
  const { realm, user } = tx.actor
  requireDraftsSynchronized(tx.actor)
  if (!(await findDraft(tx.db, realm.id, user.id, id))) throw noSuchDraft()
  const row = await replaceDraft(tx.db, id, checkDraft(tx.actor, wanted, tx.now))
  tx.emit({ type: 'drafts', op: 'update', draft: presentDraft(row) }, users(user.id))
}

export async function deleteDraft(tx: CallTx, id: number): Promise<void> {
  const { user } = tx.actor
  requireDraftsSynchronized(tx.actor)
  if (!(await discard(tx, user.id, id))) throw noSuchDraft()
}

/** Deletes the drafts of people who switch off their synchronization. */
export async function deleteAllDrafts(tx: Tx, userIds: readonly number[]): Promise<void> {
  for (const userId of await usersWithDrafts(tx.db, tx.realm.id, userIds)) await discard(tx, userId, 'all')
}

/** Whether there was any. */
async function discard(tx: Tx, userId: number, which: number | 'all'): Promise<boolean> {
  const ids = await removeDrafts(tx.db, tx.realm.id, userId, which)
  for (const draft_id of ids) tx.emit({ type: 'drafts', op: 'remove', draft_id }, users(userId))
  return ids.length > 0
}
