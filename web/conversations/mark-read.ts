import { session } from '../kernel/session.ts'
import { message } from '../messages/store.ts'
import { isReadingStopped, listing, opened } from './store.ts'

/** A message is read when it was visible for this long. */
const LOOKED_AT = 700
/** A flag of the server is set for many messages at once. */
const SENT_TOGETHER = 300

const seenSince = new Map<number, number>()
const waiting = new Set<number>()
const done = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Somebody is reading: in a conversation, in the window in front, with nothing before it. */
const isReading = (): boolean =>
  listing.peek()?.place !== undefined &&
  opened.peek().status === 'ready' &&
  !isReadingStopped.peek() &&
  document.hasFocus() &&
  document.querySelector('dialog[open]') === null

const isUnread = (id: number): boolean => {
  const known = message(id).peek()
  return known !== undefined && !known.flags.includes('read') && !done.has(id)
}

/** Called again and again with what is visible. */
export function lookAt(visible: readonly number[], now: number): void {
  if (!isReading()) {
    seenSince.clear()
    return
  }
  const unread = new Set(visible.filter(isUnread))
  for (const id of seenSince.keys()) if (!unread.has(id)) seenSince.delete(id)
  for (const id of unread) {
    const since = seenSince.get(id)
    if (since === undefined) seenSince.set(id, now)
    else if (now - since >= LOOKED_AT) waiting.add(id)
  }
  if (waiting.size > 0 && timer === undefined) timer = setTimeout(flush, SENT_TOGETHER)
}

async function flush(): Promise<void> {
  timer = undefined
  const ids = [...waiting]
  waiting.clear()
  // Marked unread meanwhile.
  if (isReadingStopped.peek()) return
  for (const id of ids) done.add(id)
  try {
    await session.call('updateMessageFlags', { messages: ids, op: 'add', flag: 'read' })
  } catch {
    // They are still unread, and will be retried while they are looked at.
  } finally {
    for (const id of ids) done.delete(id)
  }
}
