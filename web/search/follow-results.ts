import type { Event } from '../../api/events/index.ts'
import { address } from '../kernel/navigation.ts'
import { session } from '../kernel/session.ts'
import { onEvent, onState } from '../kernel/state.ts'
import { messages } from '../messages/store.ts'
import { findMessages, findMore } from './find-messages.ts'
import { isSearch } from './is-search.ts'
import { type Hit, isEmpty, query, results, setHits } from './store.ts'

/** Events that come together are asked about together. */
const WAIT = 300
const MAX_IDS = 500

const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

const isOpen = (): boolean => isSearch(address.peek()) && !isEmpty(query.peek()) && results.peek().status === 'ready'

/** Asks the server which of the new and changed messages belong to the results. */
async function check(): Promise<void> {
  timer = undefined
  const ids = [...waiting].slice(0, MAX_IDS)
  waiting.clear()
  if (!isOpen() || ids.length === 0) return
  const { narrow } = results.peek()
  try {
    const { messages: found } = await session.call('checkMessagesMatchNarrow', { msg_ids: ids, narrow: [...narrow] })
    const shown = messages.stretch(narrow)
    const known = new Set(shown?.ids)
    const hits = ids.flatMap((id): (readonly [number, Hit | null])[] => {
      const hit = found[id]
      if (hit) return [[id, { content: hit.match_content, topic: hit.match_subject }]]
      return known.has(id) ? [[id, null]] : []
    })
    setHits(narrow, hits)
    const last = shown?.ids.at(-1)
    if (!shown?.isToNewest || ids.every((id) => !(id in found) || known.has(id))) return
    // What was empty, or has changed in the middle, is searched again.
    const isNewer = last !== undefined && ids.every((id) => !(id in found) || known.has(id) || id > last)
    await (isNewer ? findMore(narrow, 'newer', last) : findMessages(query.peek()))
  } catch {
    // The next event asks again.
  }
}

function idsOf(event: Event): readonly number[] {
  if (event.type === 'message') return [event.message.id]
  if (event.type === 'update_message' && !event.rendering_only) return event.message_ids
  return []
}

/** New messages that match appear among the results, and those that do not match any more go. */
export function startFollowingResults(): void {
  onEvent((event) => {
    if (!isOpen()) return
    for (const id of idsOf(event)) waiting.add(id)
    if (waiting.size > 0 && timer === undefined) timer = setTimeout(() => void check(), WAIT)
  })
  // Events are missing after a lost queue.
  onState(() => {
    if (isOpen()) void findMessages(query.peek())
  })
}
