import { showToast } from '../kernel/announce.ts'
import { showFailure } from '../kernel/failure.ts'
import { session } from '../kernel/session.ts'
import { t } from '../kernel/texts.ts'
import type { Channel } from './store.ts'

const SAID = {
  is_muted: ['channel.nowUnmuted', 'channel.nowMuted'],
  pin_to_top: ['channel.nowUnpinned', 'channel.nowPinned'],
} as const

/** Mutes or pins a channel for the person, or stops that. It can be undone. */
export async function toggleSubscription(channel: Channel, property: keyof typeof SAID): Promise<void> {
  const before = channel[property] ?? false
  const set = (value: boolean) =>
    session.call('updateSubscriptionSettings', {
      subscription_data: [{ stream_id: channel.stream_id, property, value }],
    })
  try {
    await set(!before)
    showToast(t(SAID[property][before ? 0 : 1], { channel: channel.name }), () => set(before).catch(showFailure))
  } catch (error) {
    showFailure(error)
  }
}
