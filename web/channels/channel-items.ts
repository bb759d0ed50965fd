import { t } from '../kernel/texts.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { toggleSubscription } from './change-subscription.ts'
import type { Channel } from './store.ts'

/** What a person can set for a channel. Only who is in it has settings for it. */
export function channelItems(channel: Channel | undefined): MenuItem[] {
  if (!channel?.isSubscribed) return []
  const { is_muted: isMuted = false, pin_to_top: isPinned = false } = channel
  return [
    {
      label: t(isMuted ? 'channel.unmute' : 'channel.mute'),
      icon: isMuted ? 'bell' : 'bell-off',
      run: () => toggleSubscription(channel, 'is_muted'),
    },
    {
      label: t(isPinned ? 'channel.unpin' : 'channel.pin'),
      icon: 'pin',
      run: () => toggleSubscription(channel, 'pin_to_top'),
    },
  ]
}
