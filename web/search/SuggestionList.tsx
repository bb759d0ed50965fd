import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { known } from './known.ts'
import { kindOf, partsOf } from './operators.ts'
import type { Suggestion } from './suggest-operands.ts'

interface Props {
  id: string
  suggestions: readonly Suggestion[]
  /** The one that Enter takes. */
  at: number
  onTake: (one: Suggestion) => void
}

/** States of messages are short, and stand beside each other. */
const isShort = ({ term }: Suggestion): boolean => term !== null && kindOf(term.operator) === 'fixed'

export const optionId = (id: string, index: number): string => `${id}-${index}`

function Label({ one: { term, label, isSearch } }: { one: Suggestion }) {
  if (!term) {
    const [operator = '', operand = ''] = label.split(/(?<=:)(.*)/s)
    if (isSearch)
      return (
        <>
          <Icon name="search" size="s" /> <b>{operand}</b>
        </>
      )
    return (
      <span class="op">
        <b>{operator}</b>
        <bdi>{operand}</bdi>
      </span>
    )
  }
  const [, operand] = partsOf(term, known.value)
  return (
    <span class={`op ${term.negated ? 'neg' : ''}`}>
      <b>{`${term.negated ? '-' : ''}${term.operator}:`}</b>
      <bdi>{operand}</bdi>
    </span>
  )
}

const Keys = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <span>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}{' '}
    {text}
  </span>
)

/** What can be added to the search, below its field. */
export function SuggestionList({ id, suggestions, at, onTake }: Props) {
  const option = (one: Suggestion) => {
    const index = suggestions.indexOf(one)
    const isShortOne = isShort(one)
    return (
      <div
        key={one.label}
        id={optionId(id, index)}
        role="option"
        tabIndex={-1}
        aria-selected={index === at}
        aria-label={`${one.label}, ${one.explanation}`}
        title={isShortOne ? one.explanation : undefined}
        class={`${isShortOne ? 'chip' : 'li'} ${index === at ? 'cur' : ''}`}
        // The field keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTake(one)}
      >
        {isShortOne ? one.label : <Label one={one} />}
        {!isShortOne && (
          <>
            {' '}
            <span class="sub clip">{one.explanation}</span>
            {index === at && (
              // Drawn, because what stands in an option belongs to its name.
              <span class="keys" aria-hidden="true">
                <kbd data-key="Enter" />
              </span>
            )}
          </>
        )}
      </div>
    )
  }
  const long = suggestions.filter((one) => !isShort(one))
  const short = suggestions.filter(isShort)
  return (
    <div class="pop search-pop">
      <div role="listbox" id={id} aria-label={t('composer.suggestions')} class="search-list">
        {long.length > 0 && (
          <div role="group" aria-label={t('search.add')}>
            <div class="pop-h" aria-hidden="true">
              {t('search.add')}
            </div>
            {long.map(option)}
          </div>
        )}
        {short.length > 0 && (
          <div role="group" aria-label={t('search.narrow')}>
            <div class="pop-h" aria-hidden="true">
              {t('search.narrow')}
            </div>
            <div class="chips" role="presentation">
              {short.map(option)}
            </div>
          </div>
        )}
      </div>
      <div class="pop-f" aria-hidden="true">
        <Keys keys={['↑', '↓']} text={t('search.choose')} />
        <Keys keys={['Enter']} text={t('search.filter')} />
        <Keys keys={['Shift', 'Enter']} text={t('search.now')} />
        <Keys keys={['−']} text={t('search.exclude')} />
        <span class="grow" />
        <Keys keys={['Esc']} text={t('search.close')} />
      </div>
    </div>
  )
}
