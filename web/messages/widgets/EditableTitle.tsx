import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'

interface Props {
  id: string
  title: string
  /** Shown where there is no title. */
  fallback: string
  /** The names of the button and of the field. */
  editLabel: string
  fieldLabel: string
  /** Absent for everybody but the author. False if it was not changed. */
  onChange: ((title: string) => Promise<boolean>) | undefined
}

/** What a widget is about. Its author may change it. */
export function EditableTitle({ id, title, fallback, editLabel, fieldLabel, onChange }: Props) {
  const [written, setWritten] = useState<string | null>(null)
  if (written === null || !onChange)
    return (
      <div class="row">
        <b id={id} class="grow widget-title" dir="auto">
          {title || fallback}
        </b>
        {onChange && <IconButton icon="pencil" label={editLabel} small onClick={() => setWritten(title)} />}
      </div>
    )
  const save = async () => {
    const text = written.trim()
    setWritten(null)
    if (text !== '' && text !== title && !(await onChange(text))) setWritten((now) => now ?? text)
  }
  return (
    <form
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setWritten(null)
      }}
    >
      <b id={id} class="sr">
        {title || fallback}
      </b>
      <input
        ref={focusOnce}
        class="in grow"
        aria-label={fieldLabel}
        value={written}
        maxLength={1000}
        dir="auto"
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      <button type="submit" class="btn sm primary">
        {t('save')}
      </button>
      <button type="button" class="btn sm" onClick={() => setWritten(null)}>
        {t('cancel')}
      </button>
    </form>
  )
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
