import { ApiError, badRequest } from '../../../api/errors.ts'
import { users } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { presentView } from './present.ts'
import { deleteView, insertView, updateView, type ViewRow, viewsOf } from './queries.ts'

export const MAX_VIEWS = 1_000

/** Every client knows these and names them itself. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'scheduled',
  'reminders',
])

interface ViewRequest {
  readonly fragment: string
  readonly is_pinned: boolean
  readonly name?: string | undefined
}

export async function addView(tx: CallTx, { fragment, is_pinned, name }: ViewRequest): Promise<void> {
  const views = await ownViews(tx)
  checkName(fragment, name, views)
  if (!BUILT_IN.has(fragment) && name === undefined) throw badRequest('Custom views must have a valid name.')
  if (views.some((view) => view.fragment === fragment)) throw alreadyExists()
  if (views.length >= MAX_VIEWS) throw badRequest(`You can have at most ${MAX_VIEWS} navigation views.`)
  const { realm, user } = tx.actor
  const view = { realm_id: realm.id, user_id: user.id, fragment, is_pinned, name: name ?? null }
  const row = await insertView(tx.db, view)
  tx.emit({ type: 'navigation_view', op: 'add', navigation_view: presentView(row) }, users(user.id))
}

/** Changes what is given. */
export async function editView(
  tx: CallTx,
  fragment: string,
  { is_pinned, name }: { readonly is_pinned?: boolean | undefined; readonly name?: string | undefined },
): Promise<void> {
  const views = await ownViews(tx)
  const view = requireView(views, fragment)
  const others = views.filter((one) => one !== view)
  checkName(fragment, name, others)
  const data = {
    ...(name === undefined || name === view.name ? {} : { name }),
    ...(is_pinned === undefined || is_pinned === view.is_pinned ? {} : { is_pinned }),
  }
  if (Object.keys(data).length === 0) return
  await updateView(tx.db, { ...view, ...data })
  tx.emit({ type: 'navigation_view', op: 'update', fragment, data }, users(tx.actor.user.id))
}

export async function removeView(tx: CallTx, fragment: string): Promise<void> {
  const { id } = requireView(await ownViews(tx), fragment)
  await deleteView(tx.db, id)
  tx.emit({ type: 'navigation_view', op: 'remove', fragment }, users(tx.actor.user.id))
}

const ownViews = ({ db, actor }: CallTx): Promise<ViewRow[]> => viewsOf(db, actor.realm.id, actor.user.id)

const alreadyExists = () => badRequest('Navigation view already exists.')

function checkName(fragment: string, name: string | undefined, others: readonly ViewRow[]): void {
  if (name === undefined) return
  if (BUILT_IN.has(fragment)) throw badRequest('Built-in views cannot have a custom name.')
  if (others.some((view) => view.name === name)) throw alreadyExists()
}

function requireView(views: readonly ViewRow[], fragment: string): ViewRow {
  const view = views.find((one) => one.fragment === fragment)
  if (!view) throw new ApiError('BAD_REQUEST', 'Navigation view does not exist.', { status: 404 })
  return view
}
