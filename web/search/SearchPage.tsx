import { useEffect } from 'preact/hooks'
import { placeKey, placeOf } from '../../client/model/place.ts'
import { WriteHere } from '../composer/WriteHere.tsx'
import { BackButton } from '../conversations/header/BackButton.tsx'
import { announce } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'
import { messages, stretch } from '../messages/store.ts'
import { ownId } from '../people/store.ts'
import { Connection } from '../ui/Connection.tsx'
import { Icon } from '../ui/Icon.tsx'
import { searchAgain } from './change-query.ts'
import { FacetPane } from './FacetPane.tsx'
import { isSearch } from './is-search.ts'
import { NothingFound } from './NothingFound.tsx'
import { Results } from './Results.tsx'
import { SearchField } from './SearchField.tsx'
import { isEmpty, placeOfQuery, query, results } from './store.ts'

/** How much was found, as far as it is known. */
function found(): { text: string; places: string; isNothing: boolean } {
  const known = stretch(results.value.narrow).value
  const ids = known?.ids ?? []
  const isWhole = known?.isFromOldest === true && known.isToNewest
  const places = new Set(ids.flatMap((id) => messages.get(id) ?? []).map((one) => placeKey(placeOf(one, ownId()))))
  return {
    isNothing: isWhole && ids.length === 0,
    text: t(isWhole ? 'search.found' : 'search.foundAtLeast', { count: ids.length }),
    places: isWhole ? t('search.inTopics', { count: places.size }) : '',
  }
}

const Start = () => (
  <div class="empty">
    <h2>{t('search.start')}</h2>
    <p>{t('search.start.text')}</p>
  </div>
)

function Trouble() {
  const { status, reason } = results.value
  return (
    <div class="empty">
      <p class="search-alert" role="alert">
        <Icon name="warn" size="s" />
        <span>{status === 'refused' ? reason : t('search.failed')}</span>
      </p>
      {status === 'failed' && (
        <button type="button" class="btn sm" onClick={searchAgain}>
          {t('retry')}
        </button>
      )}
    </div>
  )
}

function Found() {
  const { status } = results.value
  const { text, places, isNothing } = found()
  const isReady = status === 'ready'
  useEffect(() => {
    if (isReady) announce(isNothing ? t('search.nothing') : text)
  }, [isReady && text])
  if (status === 'refused' || status === 'failed') return <Trouble />
  if (isReady && isNothing) return <NothingFound />
  return (
    <>
      <div class="found-line">
        {isReady && (
          <span class="grow mut">
            <b>{text}</b> {places}
          </span>
        )}
        {!isSearch(placeOfQuery(query.value)) && <span class="hint hide-phone">{t('search.open')}</span>}
      </div>
      <div class="res-grid">
        <Results />
        {isReady && <FacetPane />}
      </div>
    </>
  )
}

/** Finds messages. */
export function SearchPage() {
  return (
    <section class="pane">
      <header class="head search-head">
        <BackButton to="inbox" />
        <h1 class="sr">{t('view.search')}</h1>
        <SearchField />
      </header>
      <Connection />
      {isEmpty(query.value) ? <Start /> : <Found />}
      <WriteHere place={undefined} channelId={undefined} />
    </section>
  )
}
