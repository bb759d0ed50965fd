import type { Embed } from '../../../markdown/context.ts'
import type { Rendering } from '../../../markdown/rendering.ts'
import type { Actor } from '../../kernel/actor.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { pagesIn, previewsLinks } from '../../kernel/rendering/link-previews.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { MAX_PREVIEWED_URLS } from '../../kernel/rendering/render-context.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { loadMessages, type MessageRow } from '../message-queries.ts'
import { rewritingOf } from '../rewriting.ts'
import { INTERNAL_CLIENT } from '../sending/send-notice.ts'
import { fieldsFor, holdersOf, placeOf, type UpdateEvent } from '../update-event.ts'
import { fetchPage } from './fetch-page.ts'
import type { PreviewedMessage } from './link-preview-jobs.ts'
import { updateRendered } from './queries.ts'

/** People have read the message by then. What waits longer is not worth the time of newer messages. */
const MAX_MESSAGE_AGE_SECONDS = 600

/** A message may link to many pages of one site. */
const PAGES_AT_ONCE = 3
/** For all pages of a message together. Those that are not there by then have no preview. */
const MAX_PREVIEW_MILLISECONDS = 30_000

/** Fetches the pages that a message links to, and shows them below it. An edit meanwhile has a job of its own. */
export async function addLinkPreviews(
  context: WorkContext,
  realm: RealmState,
  { message: id, at }: PreviewedMessage,
  signal: AbortSignal,
): Promise<void> {
  if (at !== undefined && seconds(context.clock) - at > MAX_MESSAGE_AGE_SECONDS) return
  const before = await loadMessage(context.database.db, realm, id)
  const author = before && authorOf(realm, before)
  if (!author) return
  const site = context.siteOf(realm)
  const plain = await renderContent(context.database, author, site, before.content)
  if (!previewsLinks(author, site, plain)) return
  const urls = pagesIn(plain, site)
  if (urls.length > MAX_PREVIEWED_URLS) return
  const pages = await fetchPages(context, urls, signal)
  const rendering = await renderContent(context.database, author, site, before.content, (url) => pages.get(url))
  if (rendering.html === plain.html) return
  const show = async (tx: Tx) => {
    const message = await loadMessage(tx.db, realm, id)
    if (message?.content === before.content) await showRendered(tx, message, rendering)
  }
  await context.transact(realm.id, show, rewritingOf(realm.id, id))
}

const loadMessage = async (db: Db, realm: RealmState, id: number): Promise<MessageRow | undefined> =>
  (await loadMessages(db, realm.id, 0, [id]))[0]

function authorOf(realm: RealmState, { sender_id: id }: MessageRow): Actor | undefined {
  const user = realm.users.get(id)
  return user?.isActive ? { realm, user, client: INTERNAL_CLIENT, address: null } : undefined
}

async function fetchPages(
  { outgoing }: WorkContext,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Embed>> {
  const pages = new Map<string, Embed>()
  const waiting = [...urls]
  const limit = AbortSignal.timeout(MAX_PREVIEW_MILLISECONDS)
  const fetchSome = async () => {
    for (let url = waiting.shift(); url !== undefined && !limit.aborted; url = waiting.shift()) {
      const page = await fetchPage(outgoing, url, signal, limit)
      if (page) pages.set(url, page)
    }
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, fetchSome))
  return pages
}

async function showRendered(tx: Tx, message: MessageRow, { html, isMeMessage }: Rendering): Promise<void> {
  await updateRendered(tx.db, tx.realm.id, message.id, html)
  const { audience, received } = await holdersOf(tx, message, [message.id])
  const changed = { id: message.id, ids: [message.id], received }
  const { shared, parts } = fieldsFor(tx, changed, audience)
  const event: UpdateEvent = {
    type: 'update_message',
    user_id: null,
    rendering_only: true,
    edit_timestamp: tx.now,
    ...placeOf(tx, message),
    content: message.content,
    rendered_content: html,
    is_me_message: isMeMessage,
  }
  tx.emit({ ...event, ...shared } as EventData, audience, parts)
}
