import { signal } from '@preact/signals'
import { ClientError } from '../../../client/client-error.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { fetchSource } from '../fetch-source.ts'
import { reasonOf, showFailure } from '../show-failure.ts'
import { sha256 } from './sha256.ts'

export interface Editing {
  readonly id: number
  /** The text that is replaced. */
  readonly saved: string
  readonly text: string
  readonly isSaving: boolean
  /** Why it was not saved. */
  readonly refusal: string | null
}

/** The message that is being edited. It lasts while the message is out of view. */
export const editing = signal<Editing | null>(null)

const change = (changed: Partial<Editing>): void => {
  if (editing.value) editing.value = { ...editing.value, ...changed }
}

export async function startEdit(id: number): Promise<void> {
  if (editing.value?.id === id) return
  try {
    const saved = await fetchSource(id)
    editing.value = { id, saved, text: saved, isSaving: false, refusal: null }
  } catch (error) {
    showFailure(error)
  }
}

export const setEditText = (text: string): void => change({ text, refusal: null })

export const cancelEdit = (): void => {
  editing.value = null
}

/** Saves the edit. If it is refused, the text stays where it is, with the reason. True if it is saved. */
export async function saveEdit(): Promise<boolean> {
  const now = editing.value
  if (!now || now.isSaving) return false
  const { id, saved, text } = now
  if (text === saved) {
    cancelEdit()
    return true
  }
  change({ isSaving: true, refusal: null })
  try {
    await session.call('updateMessage', { message_id: id, content: text, prev_content_sha256: sha256(saved) })
    cancelEdit()
    return true
  } catch (error) {
    const isChanged = error instanceof ClientError && error.code === 'EXPECTATION_MISMATCH'
    // After a warning, the next press replaces what is there now.
    const there = isChanged ? await fetchSource(id).catch(() => saved) : saved
    change({ isSaving: false, saved: there, refusal: isChanged ? t('edit.conflict') : reasonOf(error) })
    return false
  }
}
