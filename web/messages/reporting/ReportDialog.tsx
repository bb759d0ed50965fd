import { useState } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { nameOf } from '../../people/store.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { Html } from '../../ui/Html.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { Gone } from '../layers/Gone.tsx'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { reportMessage } from './report-message.ts'

/** Longer descriptions are refused. */
const LONGEST = 1000
const OTHER = 'other'

/** Asks what is wrong with a message, and tells the moderators. */
export function ReportDialog({ message, isGone, onClose }: MessageDialogProps) {
  const types = state.value?.server_report_message_types ?? []
  const [type, setType] = useState('')
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = async () => {
    if (isBusy) return
    if (type === '') return setRefusal(t('report.typeNeeded'))
    if (type === OTHER && text.trim() === '') return setRefusal(t('report.textNeeded'))
    setBusy(true)
    const reason = await reportMessage(message.id, type, text)
    setBusy(false)
    setRefusal(reason)
    if (reason === null) onClose()
  }
  return (
    <FormDialog
      title={t('action.report')}
      onClose={onClose}
      hint={t('report.hint')}
      action={t('report.do')}
      isOff={isBusy}
      onSubmit={send}
    >
      {isGone && <Gone />}
      <div class="card pad delete-preview">
        <b>
          <bdi>{nameOf(message.sender_id) ?? message.sender_full_name}</bdi>
        </b>
        <Html class="body" html={message.content} />
      </div>
      <fieldset class="plain stack tight">
        <legend class="lbl">{t('report.type')}</legend>
        {types.map(({ key, name }, index) => (
          <label key={key} class="row pick">
            <input
              type="radio"
              name="type"
              data-focus={index === 0 || undefined}
              checked={type === key}
              onChange={() => setType(key)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label class="fld">
        <span class="lbl">{t('report.text')}</span>
        <textarea
          class="in"
          rows={3}
          maxLength={LONGEST}
          dir="auto"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Refusal reason={refusal} />
    </FormDialog>
  )
}
