import { showToast } from '../kernel/announce.ts'
import { showFailure } from '../kernel/failure.ts'
import { session } from '../kernel/session.ts'
import { t } from '../kernel/texts.ts'

/** Joins a channel. */
export async function joinChannel(name: string): Promise<void> {
  try {
    await session.call('subscribe', { subscriptions: [{ name }] })
  } catch (error) {
    showFailure(error)
  }
}

/** Leaves a channel. People who leave a public one can come back. */
export async function leaveChannel(name: string, isPrivate: boolean): Promise<void> {
  try {
    await session.call('unsubscribe', { subscriptions: [name] })
    showToast(t('browse.left', { channel: name }), isPrivate ? undefined : () => joinChannel(name))
  } catch (error) {
    showFailure(error)
  }
}
