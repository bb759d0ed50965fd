import type { ResultOf } from '../../../api/contract.ts'
import type { sendMessage } from '../../../api/endpoints/messages.ts'
import type { Actor } from '../../kernel/actor.ts'
import { conversationUrl, messageLink, messageUrl } from '../../kernel/rendering/message-url.ts'
import type { Destination } from './send-message.ts'
import type { SendOutcome } from './send-plan.ts'

/** Prepares the answer to the sender while the database writes. */
export function prepareAnswer(
  actor: Actor,
  destination: Destination,
  url: string,
): (sent: SendOutcome) => ResultOf<typeof sendMessage> {
  const conversation =
    'channel' in destination
      ? { viewerId: actor.user.id, channel: destination.channel, topic: destination.topic }
      : { viewerId: actor.user.id, members: destination.people, topic: '' }
  const address = conversationUrl(url, conversation)
  return ({ id, topic }) => {
    const message = { ...conversation, id, topic }
    // The topic nearly always has the spelling that was sent.
    const link = topic === conversation.topic ? messageUrl(url, message, address) : messageUrl(url, message)
    return { id, message_url: link, message_link: messageLink(url, message) }
  }
}
