import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { activityOf, avatarOf, nameOf, type Person } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { suggestedPeople } from './choose-recipients.ts'

interface Props {
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
  /** All are chosen: the text is next. */
  onDone: () => void
  onLeave: () => void
}

/** To whom a direct message goes: the chosen people, and suggestions for what is typed. */
export function Recipients({ chosen, onChange, onDone, onLeave }: Props) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const suggested = suggestedPeople(typed, chosen)
  // At once: what is typed meanwhile would be lost.
  useLayoutEffect(() => field.current?.focus(), [])
  const take = (one: Person) => {
    onChange([...chosen, one.user_id])
    setTyped('')
    setAt(0)
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const one = suggested[at]
    const isDone = typed.trim() === ''
    const isTab = event.key === 'Tab' && !event.shiftKey && (!isDone || chosen.length > 0)
    const isNext = event.key === 'Enter' || isTab
    if (isNext && isDone && chosen.length > 0) onDone()
    else if (isNext && one) take(one)
    else if (event.key === 'Escape') onLeave()
    else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) onChange(chosen.slice(0, -1))
    else if (step !== undefined && suggested.length > 0) setAt((at + step + suggested.length) % suggested.length)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="to-whom" data-region>
      <div class="recipients">
        <span class="mut" aria-hidden="true">
          {t('newMessage.to')}
        </span>
        {chosen.map((id) => (
          <span key={id} class="recipient">
            <bdi>{nameOf(id)}</bdi>
            <IconButton
              icon="x"
              small
              label={t('newMessage.remove', { name: nameOf(id) ?? '' })}
              onClick={() => {
                onChange(chosen.filter((one) => one !== id))
                field.current?.focus()
              }}
            />
          </span>
        ))}
        <input
          ref={field}
          type="text"
          role="combobox"
          class="grow"
          autocomplete="off"
          data-region-start
          aria-label={t('newMessage.to')}
          aria-expanded={suggested.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={suggested[at] ? `${listId}-${suggested[at].user_id}` : undefined}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div role="listbox" id={listId} aria-label={t('composer.suggestions')} class="people-list">
        {suggested.map((one, index) => (
          <button
            type="button"
            key={one.user_id}
            id={`${listId}-${one.user_id}`}
            role="option"
            tabIndex={-1}
            class={`li ${index === at ? 'cur' : ''}`}
            aria-selected={index === at}
            onClick={() => take(one)}
          >
            <Avatar
              name={one.full_name}
              src={avatarOf(one.user_id)}
              size={24}
              seed={one.user_id}
              activity={activityOf(one.user_id)}
            />
            <bdi class="clip">{one.full_name}</bdi>
          </button>
        ))}
      </div>
      {suggested.length === 0 && <p class="hint">{t('newMessage.none')}</p>}
    </div>
  )
}
