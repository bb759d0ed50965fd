import type { RefObject } from 'preact'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { t } from '../kernel/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { known } from './known.ts'
import { labelOf, partsOf } from './operators.ts'

interface Props {
  terms: readonly NarrowTerm[]
  /** The text field after the filters. */
  field: RefObject<HTMLInputElement | null>
  onChange: (terms: readonly NarrowTerm[]) => void
  onEdit: (index: number) => void
}

/** The filters of the list that take the focus. */
const stopsIn = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('.op-edit')]

/** The filters of the search. Arrows move among them, Enter edits one, Backspace removes it, and - negates it. */
export function FilterList({ terms, field, onChange, onEdit }: Props) {
  const remove = (index: number) => {
    onChange(terms.filter((_, other) => other !== index))
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent & { currentTarget: HTMLElement }, index: number) => {
    const by = document.documentElement.dir === 'rtl' ? -1 : 1
    const step = { ArrowLeft: -by, ArrowRight: by }[event.key]
    const list = event.currentTarget.closest('ul')
    if (step !== undefined && list) {
      const next = index + step
      const stop = next >= terms.length ? field.current : stopsIn(list)[Math.max(0, next)]
      stop?.focus()
    } else if (event.key === 'Home' && list) stopsIn(list)[0]?.focus()
    else if (event.key === 'End' || event.key === 'Escape') field.current?.focus()
    else if (event.key === 'Backspace' || event.key === 'Delete') remove(index)
    else if (event.key === '-')
      onChange(terms.map((one, other) => (other === index ? { ...one, negated: !one.negated } : one)))
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without its marks a list is no list in some browsers.
    <ul role="list" class="ops" aria-label={t('search.filters')}>
      {terms.map((one, index) => {
        const [operator, operand] = partsOf(one, known.value)
        const filter = labelOf(one, known.value)
        return (
          // By position, so that a filter that is negated keeps the focus.
          <li key={index} class={`op ${one.negated ? 'neg' : ''}`}>
            <button
              type="button"
              class="op-edit"
              aria-label={t('search.edit', { filter: operator + operand })}
              onKeyDown={(event) => onKey(event, index)}
              onClick={() => onEdit(index)}
            >
              <b>{operator}</b>
              <bdi>{operand}</bdi>
            </button>
            <IconButton icon="x" label={t('search.remove', { filter })} small onClick={() => remove(index)} />
          </li>
        )
      })}
    </ul>
  )
}

/** Selects the last filter. False if there is none. */
export function selectLastFilter(field: HTMLElement): boolean {
  const last = stopsIn(field.closest('[role=search]') ?? field).at(-1)
  last?.focus()
  return last !== undefined
}
