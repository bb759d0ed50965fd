import { useEffect, useState } from 'preact/hooks'
import { type Place, placeKey } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { channel } from '../channels/store.ts'
import { LoadingRows } from '../conversations/LoadingRows.tsx'
import { addressOf } from '../conversations/narrow-of.ts'
import { placeTitle } from '../conversations/place-name.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { stretch } from '../messages/store.ts'
import { ownId } from '../people/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { PreviewMessages } from './PreviewMessages.tsx'
import { narrowOf, previewPlace } from './preview-place.ts'

/** Somebody who only passes a row does not want its messages. */
const REST = 80

function Where({ place }: { place: Place }) {
  const home = place.kind === 'channel' ? channel(place.streamId) : undefined
  return (
    <div class="where">
      {home ? <a href={hrefOf({ view: 'topics', channelId: home.stream_id })}>{home.name}</a> : t('direct.name')}
      <span aria-hidden="true">›</span>
      <span class="badge">
        <Icon name="eye" size="s" />
        {t('inbox.staysUnread')}
      </span>
    </div>
  )
}

/** A conversation beside the list. Nothing becomes read by looking at it. */
export function Preview({ place }: { place: Place }) {
  const key = placeKey(place)
  const known = stretch(narrowOf(place)).value
  const [failed, setFailed] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const look = () =>
      previewPlace(place).then(
        () => setFailed(null),
        () => setFailed(key),
      )
    const timer = setTimeout(look, REST)
    return () => clearTimeout(timer)
  }, [key, known?.isStale, attempt])
  const home = place.kind === 'channel' ? channel(place.streamId) : undefined
  return (
    <section class="pane peek" aria-label={t('inbox.preview')} data-own-keys>
      <header class="head" data-ch={home && channelColor(home.color)}>
        <div class="grow">
          <Where place={place} />
          <h2 class="clip" dir="auto">
            {placeTitle(place)}
          </h2>
        </div>
        <a class="btn sm primary" href={hrefOf(addressOf(place, ownId()))}>
          {t('inbox.open')}
          <span class="keys" aria-hidden="true">
            <kbd>Enter</kbd>
          </span>
        </a>
      </header>
      {failed === key && (
        <div class="banner">
          <span class="grow">{t('conversation.failed')}</span>
          <button type="button" class="btn sm" onClick={() => setAttempt(attempt + 1)}>
            {t('retry')}
          </button>
        </div>
      )}
      {/* The scroll position is that of one conversation. */}
      <div key={key} class="scroll" tabIndex={0} role="group" aria-label={placeTitle(place)} data-preview>
        {known ? <PreviewMessages place={place} /> : <LoadingRows />}
      </div>
    </section>
  )
}
