import type { FetchedMessage } from '../../api/objects/message.ts'
import { placeOf } from '../../client/model/place.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { ownId } from '../people/store.ts'

/** The whole address of a message, for people who are not in the app. */
export function messageUrl(message: FetchedMessage): string {
  const place = placeOf(message, ownId())
  const near = message.id
  const fragment =
    place.kind === 'channel'
      ? hrefOf({ view: 'topic', channelId: place.streamId, topic: place.topic, near })
      : hrefOf({ view: 'direct', ids: place.others.length > 0 ? place.others : [ownId()], near })
  return `${location.origin}/${fragment}`
}
