import { computed } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { insertText } from '../format-text.ts'
import { type Target, targetKey } from '../store.ts'
import { type Query, queryAt } from './query-at.ts'
import { suggest } from './suggest.ts'
import { topicStart } from './suggest-channels.ts'
import type { Suggestion } from './suggestion.ts'

type Field = RefObject<HTMLTextAreaElement | null>

export interface Suggestions {
  readonly query: Query | null
  readonly options: readonly Suggestion[]
  readonly at: number
  take(option: Suggestion): void
}

/** Keys that move the cursor without changing the text. */
const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])

/** What a text field is being completed with. It listens to the field itself, before anything else does. */
export function useSuggestions(field: Field, target: Target, text: string, listId: string): Suggestions {
  const [query, setQuery] = useState<Query | null>(null)
  const [at, setAt] = useState(0)
  /** Where the one that was closed with Esc begins. */
  const closed = useRef<number | null>(null)
  // Computed again for another text, and when something of the organization changes, but not for each drawing.
  const suggested = useMemo(() => computed(() => (query ? suggest(query, target) : [])), [query, targetKey(target)])
  const options = suggested.value
  const current = options[Math.min(at, options.length - 1)]

  const look = () => {
    const element = field.current
    const isTyping = element?.selectionStart === element?.selectionEnd
    const found = element && isTyping ? queryAt(element.value.slice(0, element.selectionStart)) : null
    if (found?.start !== closed.current) closed.current = null
    setQuery(found && closed.current === null ? found : null)
    setAt(0)
  }
  const put = (inserted: string) => {
    const element = field.current
    if (!element || !query) return
    const end = element.selectionEnd
    element.setSelectionRange(query.start, end)
    // A blank that follows is not doubled.
    insertText(element, element.value[end] === ' ' ? inserted.trimEnd() : inserted)
  }
  const onKey = (event: KeyboardEvent) => {
    if (!current || event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const next = event.key === '>' ? topicStart(current) : undefined
    if (step !== undefined) setAt((options.indexOf(current) + step + options.length) % options.length)
    else if (event.key === 'Escape') {
      closed.current = query?.start ?? null
      setQuery(null)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) put(current.text)
    else if (next !== undefined) put(next)
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const handlers = useRef({ look, onKey })
  handlers.current = { look, onKey }
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener('keydown', (event) => handlers.current.onKey(event), { signal, capture: true })
    element.addEventListener('input', () => handlers.current.look(), { signal })
    element.addEventListener('click', () => handlers.current.look(), { signal })
    element.addEventListener('keyup', ({ key }) => MOVES.has(key) && handlers.current.look(), { signal })
    element.addEventListener('blur', () => setQuery(null), { signal })
    // Something may have been typed before this was loaded.
    if (document.activeElement === element) handlers.current.look()
    return () => stop.abort()
  }, [field.current])
  // The text was sent, or came from another device.
  useLayoutEffect(() => {
    if (query && field.current && queryAt(field.current.value.slice(0, field.current.selectionStart)) === null)
      setQuery(null)
  }, [text])
  const active = current ? `${listId}-${options.indexOf(current)}` : null
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    if (active !== null) {
      element.setAttribute('aria-activedescendant', active)
      element.setAttribute('aria-controls', listId)
    } else for (const name of ['aria-activedescendant', 'aria-controls']) element.removeAttribute(name)
  }, [active])
  return { query, options, at: current ? options.indexOf(current) : -1, take: (option) => put(option.text) }
}
