import { useId, useState } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { nameOf } from '../../people/store.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Html } from '../../ui/Html.tsx'
import { Gone } from '../layers/Gone.tsx'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { reportMessage } from './report-message.ts'

/** Longer descriptions are refused. */
const LONGEST = 1000
const OTHER = 'other'

/** Asks what is wrong with a message, and tells the moderators. */
export function ReportDialog({ message, isGone, onClose }: MessageDialogProps) {
  const form = useId()
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
    <Dialog
      title={t('action.report')}
      onClose={onClose}
      footer={
        <>
          <span class="grow hint">{t('report.hint')}</span>
          <button type="button" class="btn" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" form={form} class="btn primary" disabled={isBusy}>
            {t('report.do')}
          </button>
        </>
      }
    >
      <form
        id={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
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
        {refusal !== null && (
          <div class="fail" role="alert">
            {refusal}
          </div>
        )}
      </form>
    </Dialog>
  )
}
