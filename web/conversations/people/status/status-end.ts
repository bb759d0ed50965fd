import { computed, effect, signal } from '@preact/signals'
import { session } from '../../../kernel/session.ts'
import { state } from '../../../kernel/state.ts'
import { storage } from '../../../kernel/storage/storage.ts'
import { minute, serverNow } from '../../../kernel/time.ts'
import { ownId, statusOf } from '../../../people/store.ts'

/** When one's own status ends. The server keeps a status for ever, so this browser ends it. */
interface StatusEnd {
  /** In seconds since 1970. */
  readonly at: number
  /** What was set. Another status, set elsewhere, is left alone. */
  readonly text: string
  readonly emoji: string
}

const KEY = 'status-end'
const kept = signal<StatusEnd | null>(null)

/** The end of the status that is set now. */
export const statusEnd = computed((): StatusEnd | null => {
  const status = statusOf(ownId())
  const end = kept.value
  const isSame = end && (status?.status_text ?? '') === end.text && (status?.emoji_name ?? '') === end.emoji
  return isSame ? end : null
})

export async function keepEnd(end: StatusEnd | null): Promise<void> {
  kept.value = end
  const database = await storage()
  if (end) await database?.put('kept', end, KEY)
  else await database?.delete('kept', KEY)
}

async function endStatus(): Promise<void> {
  try {
    await session.call('updateStatus', { status_text: '', emoji_name: '' })
    await keepEnd(null)
  } catch {
    // The next minute retries it.
  }
}

/** Ends the status when its time has come, also one that came while the app was closed. */
export async function startStatusEnd(): Promise<void> {
  const stored = (await (await storage())?.get('kept', KEY)) as StatusEnd | undefined
  if (stored) kept.value = stored
  effect(() => {
    minute.value
    if (state.value && statusEnd.value && statusEnd.value.at <= serverNow()) void endStatus()
  })
}
