import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { IconButton } from './IconButton.tsx'

export interface Token {
  readonly key: string
  readonly name: string
  readonly picture?: ComponentChildren
  /** A few words after the name. */
  readonly note?: string
}

interface Props {
  /** The name of the field. */
  label: string
  placeholder: string
  chosen: readonly Token[]
  /** What fits the typed text and is not chosen, the best first. */
  suggest: (typed: string) => readonly Token[]
  onChange: (chosen: readonly Token[]) => void
  /** Enter in an empty field. */
  onDone?: () => void
  hasFocus?: boolean
}

/** A field that takes several things of a kind: chosen ones stand in it, others are suggested below. */
export function Tokens({ label, placeholder, chosen, suggest, onChange, onDone, hasFocus = false }: Props) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const suggested = isOpen ? suggest(typed).filter(({ key }) => !chosen.some((one) => one.key === key)) : []
  const current = suggested[at]
  const take = (one: Token) => {
    onChange([...chosen, one])
    setTyped('')
    setAt(0)
    setOpen(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && typed.trim() === '' && onDone) onDone()
    else if (event.key === 'Enter' && current) take(current)
    else if (event.key === 'Escape' && suggested.length > 0) {
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Backspace' && typed === '') return onChange(chosen.slice(0, -1))
    else if (step !== undefined && suggested.length > 0) setAt((at + step + suggested.length) % suggested.length)
    else if (step !== undefined) setOpen(true)
    else return
    event.preventDefault()
  }
  return (
    <div class="tokens">
      <div class="gp">
        {chosen.map((one) => (
          <span key={one.key} class="tok">
            {one.picture}
            <bdi class="clip">{one.name}</bdi>
            {one.note && <span class="mut num">{one.note}</span>}
            <IconButton
              icon="x"
              small
              label={t('tokens.remove', { name: one.name })}
              onClick={() => onChange(chosen.filter(({ key }) => key !== one.key))}
            />
          </span>
        ))}
        <input
          type="text"
          role="combobox"
          class="grow"
          autocomplete="off"
          data-focus={hasFocus || undefined}
          aria-label={label}
          placeholder={placeholder}
          aria-expanded={suggested.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${listId}-${current.key}` : undefined}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
            setOpen(true)
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKey}
        />
      </div>
      <div
        role="listbox"
        id={listId}
        aria-label={t('composer.suggestions')}
        class="pop tokens-list"
        hidden={suggested.length === 0}
      >
        {suggested.map((one, index) => (
          <button
            type="button"
            key={one.key}
            id={`${listId}-${one.key}`}
            role="option"
            tabIndex={-1}
            class={`li ${index === at ? 'cur' : ''}`}
            aria-selected={index === at}
            aria-label={one.name}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            {one.picture}
            <bdi class="clip grow">{one.name}</bdi>
            {one.note && <span class="mut">{one.note}</span>}
          </button>
        ))}
      </div>
    </div>
  )
}
