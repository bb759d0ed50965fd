import type { Message } from '../../api/objects/message.ts'
import { topicKey } from './indexed.ts'

/** A conversation: a topic of a channel, or the people of direct messages. */
export type Place =
  | { readonly kind: 'channel'; readonly streamId: number; readonly topic: string }
  /** Everyone in the conversation except oneself, in ascending order. */
  | { readonly kind: 'direct'; readonly others: readonly number[] }

export const directPlace = (ids: readonly number[], ownId: number | undefined): Place => ({
  kind: 'direct',
  others: ids.filter((id) => id !== ownId).sort((a, b) => a - b),
})

/** The same text for the same conversation, however its topic is spelled. */
export const placeKey = (place: Place): string =>
  place.kind === 'channel' ? topicKey(place.streamId, place.topic) : `dm:${place.others.join()}`

export type MessagePlace = Pick<Message, 'display_recipient' | 'stream_id' | 'subject'>

export function placeOf(
  { display_recipient: people, stream_id, subject }: MessagePlace,
  ownId: number | undefined,
): Place {
  if (stream_id !== undefined) return { kind: 'channel', streamId: stream_id, topic: subject }
  return directPlace(Array.isArray(people) ? people.map(({ id }) => id) : [], ownId)
}
