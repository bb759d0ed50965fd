import { channelName, shownTopic } from '../../channels/store.ts'
import { showToast } from '../../kernel/announce.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { reasonOf } from '../show-failure.ts'

interface ForwardRequest {
  readonly channelId: number
  readonly topic: string
  readonly content: string
  /** The same for each attempt, so that it is sent once. */
  readonly key: string
}

/** Sends the words of a message to another topic. Returns why it could not be done, or null. */
export async function forwardMessage({ channelId, topic, content, key }: ForwardRequest): Promise<string | null> {
  try {
    await session.call('sendMessage', { type: 'channel', to: channelId, topic, content }, { idempotencyKey: key })
    showToast(t('forward.done', { place: `${channelName(channelId) ?? ''} › ${shownTopic(topic)}` }))
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** What a text looks like for others. */
export const fetchRendered = async (content: string): Promise<string> =>
  (await session.call('renderMessage', { content })).rendered
