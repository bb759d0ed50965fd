import type { Place } from '../../client/model/place.ts'
import { t } from '../kernel/texts.ts'
import { countOf } from '../messages/counts.ts'
import { Icon } from '../ui/Icon.tsx'

/** Leads to the end of the list while it is out of view. */
export function NewestButton({ place, onPress }: { place: Place | undefined; onPress: () => void }) {
  const count = place ? countOf(place).unread : 0
  return (
    <button type="button" class="btn newest" onClick={onPress}>
      <Icon name="arrow-d" size="s" />
      {count > 0 ? t('conversation.newestCount', { count }) : t('conversation.newest')}
    </button>
  )
}
