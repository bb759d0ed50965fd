import { ApiError, badRequest } from '../../../api/errors.ts'
import { users } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { presentSnippet } from './present.ts'
import { countSnippets, deleteSnippet, findSnippet, insertSnippet, type SnippetRow, updateSnippet } from './queries.ts'

export const MAX_SNIPPETS = 1_000

interface SnippetText {
  readonly title: string
  readonly content: string
}

/** Returns the id of the new snippet. */
export async function createSnippet(tx: CallTx, { title, content }: SnippetText): Promise<number> {
  const { realm, user } = tx.actor
  if ((await countSnippets(tx.db, user.id)) >= MAX_SNIPPETS)
    throw badRequest(`You can have at most ${MAX_SNIPPETS} saved snippets.`)
  const row = await insertSnippet(tx.db, {
    realm_id: realm.id,
    user_id: user.id,
    title,
    content,
    created_at: tx.now,
  })
  tx.emit({ type: 'saved_snippets', op: 'add', saved_snippet: presentSnippet(row) }, users(user.id))
  return row.id
}

/** Changes what is given. */
export async function editSnippet(
  tx: CallTx,
  id: number,
  { title, content }: { readonly title?: string | undefined; readonly content?: string | undefined },
): Promise<void> {
  const before = await requireSnippet(tx, id)
  const after = { ...before, title: title ?? before.title, content: content ?? before.content }
  if (after.title === before.title && after.content === before.content) return
  await updateSnippet(tx.db, after)
  tx.emit({ type: 'saved_snippets', op: 'update', saved_snippet: presentSnippet(after) }, users(tx.actor.user.id))
}

export async function removeSnippet(tx: CallTx, id: number): Promise<void> {
  await requireSnippet(tx, id)
  await deleteSnippet(tx.db, id)
  tx.emit({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, users(tx.actor.user.id))
}

async function requireSnippet(tx: CallTx, id: number): Promise<SnippetRow> {
  const { realm, user } = tx.actor
  const row = await findSnippet(tx.db, realm.id, user.id, id)
  if (!row) throw new ApiError('BAD_REQUEST', 'Saved snippet does not exist.', { status: 404 })
  return row
}
