import { useId, useState } from 'preact/hooks'
import { reasonOf } from '../../../kernel/failure.ts'
import { t } from '../../../kernel/texts.ts'
import { serverNow } from '../../../kernel/time.ts'
import { fromField, timePresets, toField } from '../../../kernel/time-presets.ts'
import { EmojiView } from '../../../messages/emoji/EmojiView.tsx'
import type { Emoji } from '../../../messages/emoji/emoji.ts'
import { ownId, statusOf } from '../../../people/store.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmojiField } from './EmojiField.tsx'
import { clearStatus, setStatus } from './set-status.ts'
import { stopAskingForStatus } from './status-dialog.ts'
import { statusEnd } from './status-end.ts'
import { SUGGESTIONS } from './suggestions.ts'

const MAX_STATUS_LENGTH = 60
const HALF_HOUR = 1_800

function presentEmoji(): Emoji | null {
  const status = statusOf(ownId())
  if (!status?.emoji_name || !status.emoji_code || !status.reaction_type) return null
  return { emoji_name: status.emoji_name, emoji_code: status.emoji_code, reaction_type: status.reaction_type }
}

/** When the status ends: never, at one of the usual times, or at another one. */
function useEnd() {
  const [presets] = useState(() => [
    { key: 'half' as const, at: Math.ceil(serverNow() / 60) * 60 + HALF_HOUR },
    ...timePresets(),
  ])
  const present = statusEnd.peek()?.at
  const [choice, setChoice] = useState(present === undefined ? 'never' : 'other')
  const [written, setWritten] = useState(toField(present ?? presets.at(-1)!.at))
  const at = choice === 'other' ? fromField(written) : (presets.find(({ key }) => key === choice)?.at ?? null)
  return { presets, choice, setChoice, written, setWritten, at }
}

/** Says what one is doing: a text, an emoji, and when it ends. */
export function StatusDialog() {
  const form = useId()
  const [text, setText] = useState(statusOf(ownId())?.status_text ?? '')
  const [emoji, setEmoji] = useState(presentEmoji)
  const [problem, setProblem] = useState<string | null>(null)
  const end = useEnd()
  const save = async (work: () => Promise<void>) => {
    try {
      await work()
      stopAskingForStatus()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (end.choice === 'other' && end.at === null) return setProblem(t('time.missing'))
    if (end.at !== null && end.at <= serverNow()) return setProblem(t('time.past'))
    void save(() => setStatus(text, emoji, end.at))
  }
  return (
    <Dialog
      title={t('status.set')}
      onClose={stopAskingForStatus}
      size="narrow"
      footer={
        <>
          <button type="button" class="btn" onClick={() => save(clearStatus)}>
            {t('status.clear')}
          </button>
          <button type="submit" form={form} class="btn primary">
            {t('save')}
          </button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <div class="status-line">
          <EmojiField emoji={emoji} onChange={setEmoji} />
          <input
            class="in grow"
            data-focus
            aria-label={t('status.text')}
            placeholder={t('status.hint')}
            maxLength={MAX_STATUS_LENGTH}
            value={text}
            dir="auto"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        <div class="status-presets">
          {SUGGESTIONS.map((one) => (
            <button
              key={one.key}
              type="button"
              class="li"
              onClick={() => {
                setText(t(`status.suggest.${one.key}`))
                setEmoji(one.emoji)
              }}
            >
              <EmojiView emoji={one.emoji} />
              {t(`status.suggest.${one.key}`)}
            </button>
          ))}
        </div>
        <EndField {...end} />
        <Problem text={problem} />
      </form>
    </Dialog>
  )
}

function EndField({ presets, choice, setChoice, written, setWritten }: ReturnType<typeof useEnd>) {
  return (
    <>
      <Select label={t('status.ends')} icon="clock" value={choice} onChange={setChoice}>
        <option value="never">{t('status.never')}</option>
        {presets.map(({ key }) => (
          <option key={key} value={key}>
            {key === 'half' ? t('status.halfHour') : t(`time.${key}`)}
          </option>
        ))}
        <option value="other">{t('status.other')}</option>
      </Select>
      {choice === 'other' && (
        <label class="fld">
          <span class="lbl">{t('time.field')}</span>
          <input
            class="in"
            type="datetime-local"
            value={written}
            onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        </label>
      )}
    </>
  )
}
