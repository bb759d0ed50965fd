import { useEffect } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { changeQuery } from './change-query.ts'
import { known } from './known.ts'
import { type Offer, offerLess, offers } from './offer-less.ts'
import { labelOf } from './operators.ts'
import { query, queryKey } from './store.ts'

const Lens = () => (
  <svg class="art" width="96" height="88" viewBox="0 0 96 88" aria-hidden="true" fill="none" stroke-linecap="round">
    <circle cx="40" cy="36" r="26" fill="var(--c-accent-soft)" stroke="var(--c-accent)" stroke-width="2" />
    <path d="M29 31h22M29 41h11" stroke="var(--c-accent)" stroke-width="2" />
    <path d="m60 56 24 22" stroke="var(--c-ink-3)" stroke-width="4" />
  </svg>
)

/** Nothing matches. Says what would be found with one filter less. */
export function NothingFound() {
  const key = queryKey(query.value)
  const { terms, words } = query.value
  useEffect(() => void offerLess(query.peek()), [key])
  const list = offers.value.key === key ? offers.value.list : []
  const nameOf = ({ without }: Offer): string => {
    const term = terms[without]
    return t('search.without', { filter: term ? labelOf(term, known.value) : `“${words}”` })
  }
  return (
    <div class="empty">
      <Lens />
      <h2>{t('search.nothing')}</h2>
      <p>{t(list.length > 0 ? 'search.nothing.drop' : 'search.nothing.text')}</p>
      {list.length > 0 && (
        <div class="offers">
          {list.map((one) => (
            <button key={one.without} type="button" class="btn" onClick={() => changeQuery(one.query)}>
              <bdi class="clip">{nameOf(one)}</bdi>
              <span class="mut num">
                {t(one.isMore ? 'search.foundAtLeast' : 'search.found', { count: one.count })}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
