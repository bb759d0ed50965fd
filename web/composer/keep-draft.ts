import { serverNow } from '../kernel/time.ts'
import { reconcile } from './drafts/reconcile.ts'
import { loadRecords, recordOf } from './drafts/records.ts'
import { deleteBuried, uploadLater, uploadNow } from './drafts/synchronize.ts'
import { changedAt, shownTargets, writeRecord } from './drafts/write-record.ts'
import { joined, savedKey, setWritten, type Target, targetKey, written } from './store.ts'

/** A draft is stored this long after the first change that is not stored. */
const SAVED_AFTER = 500

const waiting = new Map<string, { readonly target: Target; readonly timer: ReturnType<typeof setTimeout> }>()
const read = new Map<string, Promise<void>>()

/** Stores the text as it is now. */
export async function saveDraft(target: Target): Promise<void> {
  const key = targetKey(target)
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  // What an earlier visit has left is not overwritten.
  if (!shownTargets.has(key)) await readDraft(target)
  const isKept = await writeRecord(target)
  savedKey.value = isKept ? key : null
  if (isKept) uploadLater(key)
  else void deleteBuried()
}

/** Called after each change of the text. */
export function keepDraft(target: Target): void {
  const key = targetKey(target)
  changedAt.set(key, serverNow())
  if (savedKey.peek() === key) savedKey.value = null
  if (waiting.has(key)) return
  waiting.set(key, { target, timer: setTimeout(() => void saveDraft(target), SAVED_AFTER) })
}

/** Stores a change that waits, at once, also for other devices. A text that was not changed may not even be read yet. */
export async function saveChanged(target: Target): Promise<void> {
  const key = targetKey(target)
  if (waiting.has(key)) await saveDraft(target)
  await uploadNow(key)
}

/** Stores all that was changed at once: the page may not come back. */
export const saveDrafts = async (): Promise<void> => {
  await Promise.all([...waiting.values()].map(({ target }) => saveChanged(target)))
}

/** The text was sent. */
export function dropDraft(target: Target): void {
  setWritten(targetKey(target), { content: '', topic: '' })
  void saveDraft(target)
}

/** Shows the draft of an earlier visit or of another device, once. What was typed meanwhile comes after it. */
export function readDraft(target: Target): Promise<void> {
  const key = targetKey(target)
  const known = read.get(key)
  if (known) return known
  const reading = (async () => {
    await loadRecords()
    const draft = recordOf(key)
    shownTargets.set(key, target)
    if (draft) {
      const typed = written(key).peek()
      const topic = target.kind === 'new-topic' ? typed.topic || (draft.topic ?? '') : ''
      setWritten(key, { content: joined(draft.content, typed.content), topic })
      savedKey.value = key
    }
    reconcile(key)
  })()
  read.set(key, reading)
  return reading
}
