import { placeKey, placeOf } from '../../client/model/place.ts'
import { keepDraft } from '../composer/keep-draft.ts'
import { reply } from '../composer/reply.ts'
import { joined, setWritten, written } from '../composer/store.ts'
import { onReply } from '../messages/reply.ts'
import { messages } from '../messages/store.ts'
import { nameOf, ownId } from '../people/store.ts'
import { listing } from './store.ts'

/** Opens the composer for the conversation of a message that somebody wants to answer. */
export const startAnswering = (): void =>
  onReply(({ messageId, quote }) => {
    const one = messages.get(messageId)
    if (!one) return
    const place = placeOf(one, ownId())
    if (quote !== undefined) {
      const key = placeKey(place)
      setWritten(key, { content: joined(written(key).peek().content, quote) })
      keepDraft({ kind: 'place', place })
    }
    reply(place, nameOf(one.sender_id) ?? one.sender_full_name, listing.peek()?.place)
  })
