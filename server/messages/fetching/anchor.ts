import { sql } from 'kysely'
import { badRequest } from '../../../api/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { parseIsoTime } from './anchor-date.ts'
import { findPages, NEWEST } from './find-pages.ts'
import { firstSince } from './first-since.ts'
import type { MessageSource } from './message-source.ts'

export type Anchor =
  | { readonly at: number }
  | { readonly at: 'first_unread' }
  | { readonly at: 'date'; readonly since: number }

export interface AnchorParams {
  readonly anchor?: string | undefined
  readonly anchor_date?: string | undefined
  readonly use_first_unread_anchor: boolean
}

export function parseAnchor(params: AnchorParams): Anchor {
  const { anchor } = params
  // Clients that still send this parameter may send any anchor with it.
  if (params.use_first_unread_anchor) return { at: 'first_unread' }
  if (anchor === undefined) throw badRequest("Missing 'anchor' argument.")
  if (anchor === 'newest') return { at: NEWEST }
  if (anchor === 'oldest') return { at: 0 }
  if (anchor === 'first_unread') return { at: 'first_unread' }
  if (anchor === 'date') return { at: 'date', since: sinceOf(params.anchor_date) }
  if (!/^-?\d+$/.test(anchor)) throw badRequest('Invalid anchor')
  return { at: Math.min(Math.max(Number(anchor), 0), NEWEST) }
}

function sinceOf(date: string | undefined): number {
  if (date === undefined) throw badRequest("Missing 'anchor_date' argument.")
  const since = parseIsoTime(date.trim())
  if (Number.isNaN(since)) throw badRequest('Invalid anchor_date')
  // Messages have whole seconds, so this finds the first one at or after the time.
  return Math.ceil(since)
}

/** The id of an anchor in this narrow. Undefined for a date in a narrow without messages. */
export async function resolveAnchor(db: Db, source: MessageSource, anchor: Anchor): Promise<number | undefined> {
  if (anchor.at === 'first_unread') {
    // Visitors have no unread messages.
    if (source.wanted.userId === null) return NEWEST
    const [unread] = await findPages(db, source, [{ order: 'asc', from: 0, limit: 1, firstUnread: true }])
    return unread![0] ?? NEWEST
  }
  if (anchor.at !== 'date') return anchor.at
  const { since } = anchor
  const also = sql`m.sent_at >= ${since}`
  const [at, newest] = await findPages(db, source, [
    { order: 'asc', from: firstSince(source.wanted, since), limit: 1, also },
    { order: 'desc', from: NEWEST, limit: 1 },
  ])
  return at![0] ?? newest![0]
}
