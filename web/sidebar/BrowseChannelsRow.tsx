import { computed } from '@preact/signals'
import { channels } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon } from '../ui/Icon.tsx'

/** How many channels the person could join. */
const others = computed(
  () => [...channels.value.values()].filter((one) => !one.isSubscribed && !one.is_archived).length,
)

/** Below the channels: the way to all others. */
export const BrowseChannelsRow = ({ onBrowse }: { onBrowse: () => void }) => (
  <button type="button" class="nv more browse" aria-label={t('nav.browse')} onClick={onBrowse}>
    <Icon name="plus" />
    <span class="grow clip">{t('nav.browse')}</span>
    {others.value > 0 && <CountBadge value={others.value} look="" />}
  </button>
)
