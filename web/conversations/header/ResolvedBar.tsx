import { isResolved } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Listing } from '../narrow-of.ts'
import { topicVerbs } from './topic-verbs.ts'

/** Above the composer of a resolved topic: what to do instead of writing on. */
export function ResolvedBar({ listing }: { listing: Listing }) {
  const { place } = listing
  if (place?.kind !== 'channel' || !isResolved(place.topic)) return null
  const { resolve, followUp } = topicVerbs(listing, place.streamId, place.topic)
  return (
    <div class="banner done resolved-bar">
      <Icon name="check-circle" size="s" />
      <span class="grow">{t('topic.resolvedText')}</span>
      {resolve && (
        <button type="button" class="btn sm" onClick={resolve}>
          {t('topic.openAgain')}
        </button>
      )}
      <button type="button" class="btn sm ghost" onClick={followUp}>
        {t('topic.followUp')}
      </button>
    </div>
  )
}
