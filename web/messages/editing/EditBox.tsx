import { useLayoutEffect, useRef } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { message } from '../store.ts'
import { editHelp } from './edit-help.ts'
import { cancelEdit, type OpenEdit, saveEdit, setEditText } from './edit-message.ts'
import { TimeLeft, useWhyNotEdit } from './TimeLeft.tsx'

/** Where the text of a message is while it is changed. */
export function EditBox({ now: { id, text, isSaving, refusal } }: { now: OpenEdit }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  const edited = message(id).value
  const lost = useWhyNotEdit(edited)
  const problem = refusal ?? (lost === undefined ? null : `${lost} ${t('edit.textKept')}`)
  const back = () => document.querySelector<HTMLElement>(`article[data-message-id="${id}"]`)?.focus()
  const cancel = () => {
    cancelEdit()
    back()
  }
  const save = async () => {
    if (await saveEdit()) back()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const entersSends = state.value?.user_settings?.enter_sends !== false
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey || (entersSends && !event.shiftKey))
    if (event.key !== 'Escape' && !isSave) return
    event.preventDefault()
    event.stopPropagation()
    if (isSave) void save()
    else cancel()
  }
  const Help = editHelp()
  return (
    <div class="edit-box">
      {Help && <Help field={field} messageId={id} text={text} />}
      <textarea
        ref={field}
        class="in"
        aria-label={t('edit.name')}
        aria-invalid={problem !== null}
        dir="auto"
        rows={2}
        maxLength={state.value?.max_message_length}
        value={text}
        onInput={({ currentTarget }) => setEditText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Refusal reason={problem} />
      <div class="row">
        <ActionButton class="btn sm primary" isOff={isSaving} onClick={save}>
          {t('save')}
        </ActionButton>
        <button type="button" class="btn sm ghost" onClick={cancel}>
          {t('cancel')}
        </button>
        {lost === undefined && edited && <TimeLeft message={edited} />}
      </div>
    </div>
  )
}
