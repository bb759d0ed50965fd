import { type StoredDraft, storage } from '../kernel/storage.ts'
import { isBlank, joined, savedKey, setWritten, type Target, targetKey, written } from './store.ts'

/** A draft is stored this long after the first change that is not stored. */
const SAVED_AFTER = 500

const waiting = new Map<string, { readonly target: Target; readonly timer: ReturnType<typeof setTimeout> }>()
const read = new Map<string, Promise<void>>()

/** The topic as it is spelled, because the key of a place has lost that. */
const topicOf = (target: Target, typed: string): string | undefined => {
  if (target.kind === 'new-topic') return typed
  return target.place.kind === 'channel' ? target.place.topic : undefined
}

/** Stores the text as it is now. */
export async function saveDraft(target: Target): Promise<void> {
  const key = targetKey(target)
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  const text = written(key).peek()
  const topic = topicOf(target, text.topic)
  const draft: StoredDraft = {
    place: key,
    content: text.content,
    savedAt: Date.now(),
    ...(topic !== undefined && { topic }),
  }
  const database = await storage()
  if (isBlank(text)) await database?.delete('drafts', key)
  else await database?.put('drafts', draft)
  savedKey.value = isBlank(text) || !database ? null : key
}

/** Called after each change of the text. */
export function keepDraft(target: Target): void {
  const key = targetKey(target)
  if (savedKey.peek() === key) savedKey.value = null
  if (waiting.has(key)) return
  waiting.set(key, { target, timer: setTimeout(() => void saveDraft(target), SAVED_AFTER) })
}

/** Stores a change that waits, at once. A text that was not changed may not even be read yet. */
export const saveChanged = (target: Target): void => {
  if (waiting.has(targetKey(target))) void saveDraft(target)
}

/** Stores all that was changed at once: the page may not come back. */
export const saveDrafts = (): void => {
  for (const { target } of [...waiting.values()]) void saveDraft(target)
}

/** The text was sent. */
export function dropDraft(target: Target): void {
  setWritten(targetKey(target), { content: '', topic: '' })
  void saveDraft(target)
}

/** Shows the draft of an earlier visit, once. What was typed meanwhile comes after it. */
export function readDraft(target: Target): Promise<void> {
  const key = targetKey(target)
  const known = read.get(key)
  if (known) return known
  const reading = (async () => {
    const draft = await (await storage())?.get('drafts', key)
    if (!draft) return
    const typed = written(key).peek()
    const topic = target.kind === 'new-topic' ? typed.topic || (draft.topic ?? '') : ''
    setWritten(key, { content: joined(draft.content, typed.content), topic })
    savedKey.value = key
  })()
  read.set(key, reading)
  return reading
}
