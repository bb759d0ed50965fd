import type { Channel } from '../../channels/store.ts'
import { showToast } from '../../kernel/announce.ts'
import { showFailure } from '../../kernel/failure.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { nameOf } from '../../people/store.ts'

/** Adds a mentioned person to the channel, so that the mention reaches them. */
export async function addToChannel(personId: number, { name }: Channel): Promise<void> {
  try {
    await session.call('subscribe', { subscriptions: [{ name }], principals: [personId] })
    showToast(t('warning.added', { name: nameOf(personId) ?? '', channel: name }))
  } catch (error) {
    showFailure(error)
  }
}
