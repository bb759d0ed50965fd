import { useEffect } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { Art } from '../ui/Art.tsx'
import { changeQuery } from './change-query.ts'
import { known } from './known.ts'
import { type Offer, offerLess, offers } from './offer-less.ts'
import { labelOf } from './operators.ts'
import { query, queryKey } from './store.ts'

const Lens = () => (
  <Art>
    <circle cx="66" cy="46" r="28" fill="var(--c-accent-soft)" stroke="var(--c-accent)" />
    <path d="m87 67 26 24" stroke-width="4" />
    <path d="M54 40h24M54 50h14" stroke="var(--c-accent)" />
  </Art>
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
