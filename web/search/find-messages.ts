import { ClientError } from '../../client/client-error.ts'
import type { Narrow } from '../../client/messages/narrow.ts'
import { reasonOf } from '../kernel/failure.ts'
import { type FetchSide, fetchAround, fetchMore } from '../messages/fetch-messages.ts'
import { messages } from '../messages/store.ts'
import { isSearched, narrowOf, nearOf, type Query, queryKey, results, setHits } from './store.ts'

/** A message that is fetched again elsewhere loses its hits, so they are kept here. */
function keepHits(narrow: Narrow): void {
  const known = messages.stretch(narrow)?.ids ?? []
  setHits(
    narrow,
    known.flatMap((id) => {
      const { match_content: content, match_subject: topic } = messages.get(id) ?? {}
      return content === undefined ? [] : [[id, { content, topic: topic ?? '' }] as const]
    }),
  )
}

const isCurrent = (opening: number): boolean => results.peek().opening === opening

/** What is unread changes while one reads elsewhere. */
const isFleeting = (narrow: Narrow): boolean =>
  narrow.some(({ operator, operand }) => operator === 'is' && operand === 'unread')

/** Searches. What was found before is shown at once, and completed. */
export async function findMessages(wanted: Query): Promise<void> {
  const [narrow, near] = [narrowOf(wanted), nearOf(wanted)]
  const opening = results.peek().opening + 1
  const known = isSearched(narrow) && !isFleeting(narrow) ? messages.stretch(narrow) : undefined
  const isKnown = known !== undefined && (near === undefined ? known.isToNewest : known.ids.includes(near))
  const last = known?.ids.at(-1)
  results.value = { key: queryKey(wanted), narrow, status: isKnown ? 'ready' : 'loading', reason: '', opening }
  try {
    await (isKnown && last !== undefined ? fetchMore(narrow, 'newer', last) : fetchAround(narrow, near ?? 'newest'))
    keepHits(narrow)
    if (isCurrent(opening)) results.value = { ...results.peek(), status: 'ready' }
  } catch (error) {
    if (!isCurrent(opening) || isKnown) return
    const isRefused = error instanceof ClientError && error.retryAfter === null
    results.value = { ...results.peek(), status: isRefused ? 'refused' : 'failed', reason: reasonOf(error) }
  }
}

/** Fetches more results at one end of what is known. */
export async function findMore(narrow: Narrow, side: FetchSide, end: number): Promise<void> {
  await fetchMore(narrow, side, end)
  keepHits(narrow)
}
