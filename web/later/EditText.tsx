import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { Refusal } from '../ui/Refusal.tsx'

interface Props {
  text: string
  /** Returns why it could not be saved, or null. */
  onSave: (text: string) => Promise<string | null>
  onCancel: () => void
}

/** Changes a text where it stands. What was typed stays until it is saved. */
export function EditText({ text, onSave, onCancel }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [written, setWritten] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(text.length, text.length)
  }, [])
  const save = async () => setProblem(written.trim() === '' ? t('later.empty') : await onSave(written))
  return (
    <div class="edit">
      <textarea
        ref={field}
        class="ta"
        aria-label={t('edit.name')}
        dir="auto"
        value={written}
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.isComposing) return
          event.preventDefault()
          onCancel()
        }}
      />
      <Refusal reason={problem} />
      <span class="acts">
        <button type="button" class="btn sm primary" onClick={save}>
          {t('save')}
        </button>
        <button type="button" class="btn sm ghost" onClick={onCancel}>
          {t('cancel')}
        </button>
      </span>
    </div>
  )
}
