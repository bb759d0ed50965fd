import type { ParamsOf, ResultOf } from '../../../api/contract.ts'
import { type getMessages, MOST_MESSAGES } from '../../../api/endpoints/messages.ts'
import { badRequest, missingParameter } from '../../../api/errors.ts'
import { isSignedIn } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { maySeeMessage } from '../message-access.ts'
import { loadMessages, type MessageRow } from '../message-queries.ts'
import { presentMessage } from '../present.ts'
import { parseAnchor, resolveAnchor } from './anchor.ts'
import { idsAround, idsMatching, NEWEST } from './find-pages.ts'
import { highlighter } from './matches.ts'
import { narrowSource } from './narrow.ts'
import { isSearch } from './search-term.ts'
import { type Reader, requireVisitorNarrow, visibleToVisitors } from './visitor-access.ts'

type Params = ParamsOf<typeof getMessages>
type Result = ResultOf<typeof getMessages>

const ANCHOR_PARAMETERS = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor'

/** Replaces a visitor's id. No account has it. */
const NOBODY = 0

/** The ids of the wanted messages, and the position among all messages. */
interface Window {
  readonly ids: readonly number[]
  readonly found: Pick<Result, 'anchor' | 'found_anchor' | 'found_oldest' | 'found_newest'>
}

const NOTHING_ACCESSIBLE: Window = {
  ids: [],
  found: { anchor: NEWEST, found_anchor: false, found_oldest: true, found_newest: true },
}

export async function fetchMessages(db: Db, reader: Reader, asked: Params): Promise<Result> {
  const params = isSignedIn(reader) ? asked : { ...asked, narrow: requireVisitorNarrow(reader, asked.narrow) }
  const window = params.message_ids ? await windowOfIds(db, reader, params) : await windowAround(db, reader, params)
  const { anchor } = window.found
  const rows = await loadMessages(db, reader.realm.id, reader.user?.id ?? NOBODY, window.ids, anchor)
  const left = withoutLoaded(window.ids, rows)
  if (left.length > 0 && anchor === undefined) throw tooMany(rows.length)
  const view = {
    applyMarkdown: params.apply_markdown,
    keepEmptyTopic: params.allow_empty_topic_name,
    clientGravatar: params.client_gravatar,
  }
  const maySee = isSignedIn(reader) ? (row: MessageRow) => maySeeMessage(reader, row) : visibleToVisitors(reader)
  const mark = params.narrow.some(isSearch) ? highlighter(params.narrow) : undefined
  const messages = rows.filter(maySee).map((row) => {
    const message = presentMessage(reader, row, view)
    return mark ? { ...message, ...mark(row.rendered, message.subject) } : message
  })
  return { ...window.found, ...stillToFind(left, anchor), history_limited: false, messages }
}

function withoutLoaded(ids: readonly number[], rows: readonly MessageRow[]): number[] {
  if (ids.length === rows.length) return []
  const loaded = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !loaded.has(id))
}

/** Messages that did not fit into the answer are at its ends. A client sees that there are more and asks again. */
const stillToFind = (left: readonly number[], anchor = 0) => ({
  ...(left.some((id) => id < anchor) ? { found_oldest: false } : {}),
  ...(left.some((id) => id > anchor) ? { found_newest: false } : {}),
})

async function windowOfIds(db: Db, reader: Reader, params: Params): Promise<Window> {
  const isMixed =
    params.anchor !== undefined ||
    params.num_before !== undefined ||
    params.num_after !== undefined ||
    params.include_anchor !== undefined ||
    params.use_first_unread_anchor !== undefined
  if (isMixed)
    throw badRequest(`Unsupported parameter combination: ${ANCHOR_PARAMETERS}`, { parameters: ANCHOR_PARAMETERS })
  if ((params.message_ids ?? []).length > MOST_MESSAGES) throw tooMany()
  const wanted = [...new Set(params.message_ids)].filter((id) => id > 0)
  const found = { found_anchor: false, found_oldest: false, found_newest: false }
  const source = await narrowSource(db, reader, params.narrow)
  return { ids: source ? await idsMatching(db, source, wanted) : [], found }
}

async function windowAround(db: Db, reader: Reader, params: Params): Promise<Window> {
  const { before, after, includeAnchor } = checkNumbers(params)
  const wanted = parseAnchor({ ...params, use_first_unread_anchor: params.use_first_unread_anchor ?? false })
  const source = await narrowSource(db, reader, params.narrow)
  if (!source) return NOTHING_ACCESSIBLE
  const anchor = await resolveAnchor(db, source, wanted)
  if (anchor === undefined)
    return { ids: [], found: { anchor: NEWEST, found_anchor: false, found_oldest: false, found_newest: false } }
  // One more at and after the anchor, because the anchor itself does not count.
  const ids = await idsAround(db, source, { anchor, before, from: after + 1 })
  const older = ids.filter((id) => id < anchor)
  const newer = ids.filter((id) => id > anchor).slice(0, after)
  const hasAnchor = ids.includes(anchor) && includeAnchor
  return {
    ids: [...older, ...(hasAnchor ? [anchor] : []), ...newer],
    found: {
      anchor,
      found_anchor: hasAnchor,
      found_oldest: anchor === 0 || older.length < before,
      found_newest: anchor === NEWEST || newer.length < after,
    },
  }
}

function checkNumbers(params: Params): { before: number; after: number; includeAnchor: boolean } {
  const { num_before: before, num_after: after } = params
  if (before === undefined) throw missingParameter('num_before')
  if (after === undefined) throw missingParameter('num_after')
  const includeAnchor = params.include_anchor ?? true
  if (before + after > MOST_MESSAGES) throw tooMany()
  if (before > 0 && after > 0 && !includeAnchor)
    throw badRequest('The anchor can only be excluded at an end of the range')
  return { before, after, includeAnchor }
}

export const tooMany = (most = MOST_MESSAGES) => badRequest(`Too many messages requested (maximum ${most}).`)
