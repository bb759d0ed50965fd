import type { FetchedMessage } from '../../../api/objects/message.ts'
import { term } from '../../../client/messages/narrow.ts'
import { placeOf } from '../../../client/model/place.ts'
import { session } from '../../kernel/session.ts'
import { ownId } from '../../people/store.ts'
import { parseHtml } from '../../ui/Html.tsx'
import { isHidden } from '../content/muted.ts'
import { messages } from '../store.ts'
import { type Picture, picturesIn } from './pictures-in.ts'

export interface PlacedPicture extends Picture {
  readonly message: FetchedMessage
}

const SIDE = 100

const picturesOf = (message: FetchedMessage): PlacedPicture[] =>
  isHidden(message) ? [] : picturesIn(parseHtml(message.content)).map((picture) => ({ ...picture, message }))

/** The pictures of a message that is here. */
export function knownPictures(messageId: number): PlacedPicture[] {
  const message = messages.get(messageId)
  return message ? picturesOf(message) : []
}

/** The pictures of its conversation, as many as are near. */
export async function fetchPictures(messageId: number): Promise<PlacedPicture[]> {
  const message = messages.get(messageId)
  if (!message) return []
  const place = placeOf(message, ownId())
  const narrow =
    place.kind === 'channel'
      ? [term('channel', place.streamId), term('topic', place.topic)]
      : [term('dm', place.others.length > 0 ? [...place.others] : [ownId()])]
  const { messages: found } = await session.call('getMessages', {
    narrow: [...narrow, term('has', 'image')],
    anchor: `${messageId}`,
    num_before: SIDE,
    num_after: SIDE,
    client_gravatar: false,
    allow_empty_topic_name: true,
  })
  return found.flatMap(picturesOf)
}
