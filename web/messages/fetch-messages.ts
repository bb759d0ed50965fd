import { type Narrow, narrowKey } from '../../client/messages/narrow.ts'
import type { Side } from '../../client/messages/stretch.ts'
import { session } from '../kernel/session.ts'
import { messages } from './store.ts'

const FIRST_PAGE = { before: 50, after: 50 }
const PAGE = 100

export type FetchSide = Exclude<Side, 'whole'>

export interface FetchResult {
  /** The message that the anchor stands for. */
  readonly anchor: number
  readonly isEmpty: boolean
}

async function fetchPage(
  narrow: Narrow,
  side: Side,
  anchor: string,
  before: number,
  after: number,
): Promise<FetchResult> {
  const fetch = messages.beginFetch(narrow, side)
  try {
    const page = await session.call('getMessages', {
      narrow: [...narrow],
      anchor,
      num_before: before,
      num_after: after,
      include_anchor: side === 'whole',
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    messages.endFetch(fetch, page)
    return { anchor: page.anchor ?? -1, isEmpty: page.messages.length === 0 }
  } catch (error) {
    messages.abandonFetch(fetch)
    throw error
  }
}

/** Fetches a narrow around a message, its first unread one, or its newest one. */
export const fetchAround = (narrow: Narrow, anchor: number | 'first_unread' | 'newest'): Promise<FetchResult> =>
  fetchPage(narrow, 'whole', `${anchor}`, FIRST_PAGE.before, FIRST_PAGE.after)

const underWay = new Map<string, Promise<FetchResult>>()

/** Asks for a page once, however often it is wanted meanwhile. */
function once(narrow: Narrow, side: Side, fetch: () => Promise<FetchResult>): Promise<FetchResult> {
  const key = `${side} ${narrowKey(narrow)}`
  const known = underWay.get(key)
  if (known) return known
  const begun = fetch().finally(() => underWay.delete(key))
  underWay.set(key, begun)
  return begun
}

/** Fetches a page behind one end of what is known. */
export const fetchMore = (narrow: Narrow, side: FetchSide, end: number): Promise<FetchResult> =>
  once(narrow, side, () => fetchPage(narrow, side, `${end}`, side === 'older' ? PAGE : 0, side === 'newer' ? PAGE : 0))

/** Fetches what has come after the newest message that is known. */
export async function fetchOn(narrow: Narrow): Promise<void> {
  const known = messages.stretch(narrow)
  if (!known?.isToNewest) return
  const last = known.ids.at(-1)
  await (last === undefined ? fetchAround(narrow, 'newest') : fetchMore(narrow, 'newer', last))
}
