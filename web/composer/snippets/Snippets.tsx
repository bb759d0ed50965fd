import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { insertText } from '../format-text.ts'
import { createSnippet, deleteSnippet } from './change-snippets.ts'

interface Props {
  anchor: Element
  field: RefObject<HTMLTextAreaElement | null>
  onClose: () => void
}

/** Texts that the person uses again: they are put into the message, saved and deleted. */
export function Snippets({ anchor, field, onClose }: Props) {
  const all = state.value?.saved_snippets ?? []
  const insert = (content: string) => {
    onClose()
    // The layer closes first: it returns the focus to where it was.
    setTimeout(() => field.current && insertText(field.current, content))
  }
  return (
    <Popover
      anchor={anchor}
      placement="top-start"
      onClose={onClose}
      class="snippets"
      role="dialog"
      aria-label={t('snippets.title')}
    >
      <div class="row pop-h">
        <span class="grow">{t('snippets.title')}</span>
        <IconButton icon="x" label={t('close')} small onClick={onClose} />
      </div>
      {all.length === 0 && <p class="hint">{t('snippets.none')}</p>}
      <ul aria-label={t('snippets.title')}>
        {all.map(({ id, title, content }) => (
          <li key={id} class="row">
            <button type="button" class="li grow" onClick={() => insert(content)}>
              <span class="grow clip">
                <b>
                  <bdi>{title}</bdi>
                </b>
                <span class="sub" aria-hidden="true">
                  {' '}
                  {content}
                </span>
              </span>
            </button>
            <IconButton
              icon="trash"
              small
              label={t('snippets.delete', { title })}
              onClick={() => void deleteSnippet(id, title, content)}
            />
          </li>
        ))}
      </ul>
      <NewSnippet field={field} />
    </Popover>
  )
}

/** Saves what is written, or what is selected of it. */
function NewSnippet({ field }: Pick<Props, 'field'>) {
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const element = field.current
  const selected = element?.value.slice(element.selectionStart, element.selectionEnd) ?? ''
  const content = selected.trim() === '' ? (element?.value ?? '') : selected
  const name = useRef<HTMLInputElement>(null)
  const save = async (event: Event) => {
    event.preventDefault()
    const reason = await createSnippet(title, content)
    setProblem(reason)
    if (reason === null) setTitle('')
    // The button is disabled now, and the focus must not be lost with it.
    name.current?.focus()
  }
  if (content.trim() === '') return <p class="hint">{t('snippets.hint')}</p>
  return (
    <form class="pop-form" onSubmit={save}>
      <label class="fld">
        <span class="lbl">{t('snippets.name')}</span>
        <input
          ref={name}
          class="in"
          type="text"
          dir="auto"
          maxLength={60}
          autocomplete="off"
          value={title}
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </label>
      <Problem text={problem} />
      <button type="submit" class="btn sm" disabled={title.trim() === ''}>
        {t('snippets.save')}
      </button>
    </form>
  )
}
