import { effect } from '@preact/signals'
import { session } from '../../kernel/session.ts'
import { onState } from '../../kernel/state.ts'
import { editing } from './edit-message.ts'

interface KeptEdit {
  readonly personId: number
  readonly id: number
  readonly base: string
  readonly text: string
}

/** Of this tab, until it is closed or somebody signs out. */
const KEY = 'parley-edit'

function read(): KeptEdit | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptEdit | null
  } catch {
    return null
  }
}

function write(kept: KeptEdit | null): void {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept))
    else sessionStorage.removeItem(KEY)
  } catch {
    // The browser keeps nothing for this site.
  }
}

/** Opens the edit again in which the page was left. */
async function restore({ id, base, text }: KeptEdit): Promise<void> {
  try {
    const { message } = await session.call('getMessage', { message_id: id, allow_empty_topic_name: true })
    editing.value ??= { id, message, base, text, isSaving: false, refusal: null, other: null }
  } catch {
    // It is tried again when the page is opened again.
  }
}

/** What is typed in an edit is there again after the page was loaded anew. */
export function startKeepingEdit(): void {
  const left = read()
  let isRestored = false
  onState(({ user_id: personId = 0 }) => {
    if (isRestored) return
    isRestored = true
    if (left?.personId === personId) void restore(left)
    let wasOpen = false
    effect(() => {
      const now = editing.value
      if (now) write({ personId, id: now.id, base: now.base, text: now.text })
      else if (wasOpen) write(null)
      wasOpen = now !== null
    })
  })
}
