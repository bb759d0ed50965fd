import type { StoredDraft } from '../../kernel/storage/storage.ts'
import { serverNow } from '../../kernel/time.ts'
import { isBlank, type Target, targetKey, written } from '../store.ts'
import { putRecord, recordOf, removeRecord } from './records.ts'

/** Targets whose stored text has been put into the composer, by key. Before, an empty composer says nothing. */
export const shownTargets = new Map<string, Target>()

/** When composers became empty, in seconds: older drafts do not come back by themselves. */
export const emptiedAt = new Map<string, number>()

/** When each text was changed last, in seconds. It is stored a little later, and the newest text wins. */
export const changedAt = new Map<string, number>()

/** The topic as it is spelled, because the key of a place has lost that. */
const topicOf = (target: Target, typed: string): string | undefined => {
  if (target.kind === 'new-topic') return typed
  return target.place.kind === 'channel' ? target.place.topic : undefined
}

const isSame = (known: StoredDraft, content: string, topic: string | undefined): boolean =>
  known.content === content && known.topic === topic

/** Stores the text of a composer as it is now. True if the browser keeps a draft of it. */
export async function writeRecord(target: Target): Promise<boolean> {
  const key = targetKey(target)
  const text = written(key).peek()
  const known = recordOf(key)
  if (isBlank(text)) {
    emptiedAt.set(key, Math.floor(serverNow()))
    await removeRecord(key, known?.serverId)
    return false
  }
  const topic = topicOf(target, text.topic)
  if (known && isSame(known, text.content, topic)) return true
  return putRecord({
    ...known,
    place: key,
    content: text.content,
    savedAt: (changedAt.get(key) ?? serverNow()) * 1000,
    ...(topic !== undefined && { topic }),
  })
}
