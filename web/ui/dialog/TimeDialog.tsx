import { useId, useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { clockTime, serverNow, shortDay } from '../../kernel/time.ts'
import { fromField, timePresets, toField } from '../../kernel/time-presets.ts'
import { ActionButton } from '../ActionButton.tsx'
import { Problem } from '../Problem.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** What the button below the field says. */
  action: string
  /** The time that is chosen now, if there is one. */
  current?: number | undefined
  /** In seconds since 1970. A rejected promise shows its message, and the dialog stays. */
  onChoose: (at: number) => Promise<unknown>
  onClose: () => void
}

/** Asks for a time in the future: the usual ones as buttons, and a field for all others. */
export function TimeDialog({ title, action, current, onChoose, onClose }: Props) {
  const form = useId()
  const presets = useState(timePresets)[0]
  const [written, setWritten] = useState(toField(current ?? presets.at(-1)!.at))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choose = async (at: number | null) => {
    if (isBusy) return
    if (at === null) return setProblem(t('time.missing'))
    if (at <= serverNow()) return setProblem(t('time.past'))
    setBusy(true)
    setProblem(null)
    try {
      await onChoose(at)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="narrow"
      footer={
        <>
          <button type="button" class="btn" onClick={onClose}>
            {t('cancel')}
          </button>
          <ActionButton type="submit" form={form} class="btn primary" isOff={isBusy}>
            {action}
          </ActionButton>
        </>
      }
    >
      <div class="time-presets">
        {presets.map(({ key, at }, index) => (
          <button key={key} type="button" class="btn" data-focus={index === 0 || undefined} onClick={() => choose(at)}>
            <span class="grow">{t(`time.${key}`)}</span>
            <span class="mut">
              {shortDay(at)}, {clockTime(at)}
            </span>
          </button>
        ))}
      </div>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void choose(fromField(written))
        }}
      >
        <label class="fld">
          <span class="lbl">{t('time.field')}</span>
          <input
            class={problem ? 'in err' : 'in'}
            type="datetime-local"
            value={written}
            onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        </label>
        <Problem text={problem} />
      </form>
    </Dialog>
  )
}
