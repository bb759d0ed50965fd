import type { FetchedMessage } from '../../api/objects/message.ts'
import { placeOf } from '../../client/model/place.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { ownId } from '../people/store.ts'

/** The fragment that opens the conversation of a message at it. */
export function messageHref(message: FetchedMessage): string {
  const place = placeOf(message, ownId())
  const near = message.id
  return place.kind === 'channel'
    ? hrefOf({ view: 'topic', channelId: place.streamId, topic: place.topic, near })
    : hrefOf({ view: 'direct', ids: place.others.length > 0 ? place.others : [ownId()], near })
}

/** The whole address of a message, for people who are not in the app. */
export const messageUrl = (message: FetchedMessage): string => `${location.origin}/${messageHref(message)}`
