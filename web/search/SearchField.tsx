import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { topicsOf } from '../channels/topics.ts'
import { bringIntoView } from '../kernel/bring-into-view.ts'
import { t } from '../kernel/texts.ts'
import { wantRecents } from '../messages/recent.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { changeQuery, openQuery } from './change-query.ts'
import { FilterList, selectLastFilter } from './FilterList.tsx'
import { cameFrom, searchField } from './focus-search.ts'
import { known } from './known.ts'
import { labelOf } from './operators.ts'
import { readText } from './read-text.ts'
import { optionId, SuggestionList } from './SuggestionList.tsx'
import { isEmpty, NOTHING, query } from './store.ts'
import { suggest } from './suggest.ts'
import type { Suggestion } from './suggest-operands.ts'

/** The topics of a chosen channel can be suggested. */
function wantTopics(terms: readonly NarrowTerm[]): void {
  for (const { operator, operand } of terms)
    if (operator === 'channel' && typeof operand === 'number') topicsOf(operand)
}

/** What is searched for: filters, and words after them. */
export function SearchField() {
  const { terms, words } = query.value
  const [text, setText] = useState(words)
  const [at, setAt] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** The text after a filter was taken out of the list to be changed. */
  const edited = useRef<string | null>(null)
  const id = useId()
  const suggestions = isOpen ? suggest(text, terms, known.value, cameFrom.value) : []
  const current = suggestions[at]

  useLayoutEffect(() => {
    if (edited.current === null) setText(words)
    else type(edited.current)
    edited.current = null
  }, [query.value])
  useLayoutEffect(() => searchField(field.current, (typed) => type(typed)), [])
  useEffect(wantRecents, [])
  useEffect(() => wantTopics(terms), [terms])
  useEffect(() => bringIntoView(document.getElementById(optionId(id, at))), [at])

  const type = (next: string) => {
    setText(next)
    setAt(next.trim() === '' ? -1 : 0)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setAt(-1)
  }
  const searchNow = () => {
    const read = readText(text, known.value)
    close()
    openQuery({ terms: [...terms, ...read.terms], words: read.words })
  }
  const take = (one: Suggestion) => {
    field.current?.focus()
    if (one.isSearch) return searchNow()
    if (!one.term) return type(one.rest)
    close()
    const rest = readText(one.rest, known.value)
    changeQuery({ terms: [...terms, ...rest.terms, one.term], words: rest.words })
  }
  const edit = (index: number) => {
    const one = terms[index]
    if (!one) return
    const label = labelOf(one, known.value)
    edited.current = words === '' ? label : `${words} ${label}`
    field.current?.focus()
    changeQuery({ terms: terms.filter((other) => other !== one), words })
  }
  const leave = () => {
    const result = document.querySelector<HTMLElement>('main [role=feed] [data-region-start]')
    if (result) result.focus({ preventScroll: true })
    else field.current?.blur()
  }
  const onKey = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.isComposing || event.keyCode === 229) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const back = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    if (event.key === 'Enter' && (event.shiftKey || !current)) searchNow()
    else if (event.key === 'Enter' && current) take(current)
    else if (event.key === 'Tab' && current && !event.shiftKey && text !== '') take(current)
    else if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Escape') leave()
    else if (step !== undefined && !isOpen) setOpen(true)
    else if (step !== undefined) setAt((at + step + suggestions.length) % suggestions.length)
    else if (!((event.key === 'Backspace' || event.key === back) && isAtStart && selectLastFilter(event.currentTarget)))
      return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div role="search" class="search-field" data-region>
      <div class={`sbox ${isFocused ? 'focus' : ''}`}>
        <Icon name="search" size="s" class="mut" />
        {terms.length > 0 && (
          <FilterList
            terms={terms}
            field={field}
            onChange={(next) => changeQuery({ terms: next, words })}
            onEdit={edit}
          />
        )}
        <input
          ref={field}
          type="text"
          role="combobox"
          class="grow"
          data-region-start
          autocomplete="off"
          enterkeyhint="search"
          dir="auto"
          aria-label={t('view.search')}
          placeholder={terms.length === 0 ? t('search.hint') : undefined}
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={suggestions.length > 0 ? id : undefined}
          aria-activedescendant={current ? optionId(id, at) : undefined}
          value={text}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKey}
          onClick={() => setOpen(true)}
          onFocus={() => {
            setFocused(true)
            setOpen(isEmpty(query.peek()))
          }}
          onBlur={() => {
            setFocused(false)
            close()
          }}
        />
        {(text !== '' || terms.length > 0) && (
          <IconButton
            icon="x"
            label={t('search.clear')}
            small
            onClick={() => {
              setText('')
              changeQuery(NOTHING)
              field.current?.focus()
            }}
          />
        )}
      </div>
      {suggestions.length > 0 && <SuggestionList id={id} suggestions={suggestions} at={at} onTake={take} />}
    </div>
  )
}
