import { signal } from '@preact/signals'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { ClientError } from '../../../client/client-error.ts'
import { announce, showToast } from '../../kernel/announce.ts'
import { holdTyped, takeTyped } from '../../kernel/keyboard.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { fetchSource } from '../fetch-source.ts'
import { closeLayer, openLayer } from '../layer.ts'
import { isGoneError, reasonOf, showFailure } from '../show-failure.ts'
import { messages } from '../store.ts'
import { sha256 } from './sha256.ts'

export interface OtherText {
  readonly text: string
  /** When it was saved. */
  readonly at: number
}

export interface OpenEdit {
  readonly id: number
  /** The message when the edit was begun. */
  readonly message: FetchedMessage
  /** The text that the edit started from. */
  readonly base: string
  readonly text: string
  readonly isSaving: boolean
  /** Why it was not saved. */
  readonly refusal: string | null
  /** What was saved meanwhile on another device. */
  readonly other: OtherText | null
}

/** The message that is being edited. It lasts while the message is out of view. */
export const editing = signal<OpenEdit | null>(null)

const change = (changed: Partial<OpenEdit>): void => {
  if (editing.value) editing.value = { ...editing.value, ...changed }
}

export async function startEdit(id: number): Promise<void> {
  const now = editing.peek()
  if (now?.id === id) return
  // What is typed in another message is not thrown away.
  if (now && now.text !== now.base) return showToast(t('edit.another'))
  // The field comes with the text.
  holdTyped()
  try {
    const base = await fetchSource(id)
    const message = messages.get(id)
    const text = base + takeTyped()
    if (message) editing.value = { id, message, base, text, isSaving: false, refusal: null, other: null }
  } catch (error) {
    takeTyped()
    showFailure(error)
  }
}

export const setEditText = (text: string): void => change({ text, refusal: null })

export const cancelEdit = (): void => {
  editing.value = null
}

/** Whether it is still open. It may have been left while it was being saved, and another one begun. */
const isSavingNow = (id: number): boolean => editing.peek()?.id === id && editing.peek()?.isSaving === true

/** Saves the edit. If it is refused, the text stays where it is, with the reason. True if it is over with that. */
export async function saveEdit(): Promise<boolean> {
  const now = editing.value
  if (!now || now.isSaving) return false
  const { id, base, other, text } = now
  const saved = other?.text ?? base
  if (text === saved) {
    cancelEdit()
    return true
  }
  change({ isSaving: true, refusal: null })
  try {
    await session.call('updateMessage', { message_id: id, content: text, prev_content_sha256: sha256(saved) })
    announce(t('edit.saved'))
    if (!isSavingNow(id)) return false
    cancelEdit()
    return true
  } catch (error) {
    await onRefused(now, error)
    return false
  }
}

async function fetchSaved(message_id: number): Promise<OtherText> {
  const { message } = await session.call('getMessage', { message_id, apply_markdown: false })
  return { text: message.content, at: message.last_edit_timestamp ?? message.timestamp }
}

async function onRefused(refused: OpenEdit, error: unknown): Promise<void> {
  const { id, message } = refused
  // It was left, but what was typed must not be lost with it.
  if (editing.peek() === null) editing.value = refused
  else if (!isSavingNow(id)) return showFailure(error)
  const isConflict = error instanceof ClientError && error.code === 'EXPECTATION_MISMATCH'
  const other = isConflict ? await fetchSaved(id).catch(() => null) : null
  change({ isSaving: false, ...(isConflict ? {} : { refusal: reasonOf(error) }) })
  if (other !== null) {
    change({ other })
    openLayer('conflict', id, message)
  } else if (isConflict) change({ refusal: t('message.gone') })
  else if (isGoneError(error) && !messages.get(id)) openLayer('lost-edit', id, message)
}

/** Goes on with the text in the message. It is compared again when it is saved. */
export function leaveConflict(): void {
  change({ other: null })
  closeLayer()
}

/** Leaves the text of the other device as it is. */
export function keepSavedText(): void {
  cancelEdit()
  closeLayer()
}
