import { ClientError } from '../../client/client-error.ts'
import { term } from '../../client/messages/narrow.ts'
import { placeKey, placeOf } from '../../client/model/place.ts'
import { moveSends, type OutboxMessage, onUnsure } from '../kernel/outbox.ts'
import { session } from '../kernel/session.ts'
import { state } from '../kernel/state.ts'
import { ownId } from '../people/store.ts'

/** Enough to find somebody beside the notes about a move. */
const LOOKED_AT = 20

const isNote = (senderId: number): boolean =>
  state.peek()?.cross_realm_bots?.some(({ user_id }) => user_id === senderId) ?? false

/** Does somebody still talk under the old name? Notes about a move stay there alone. */
async function isInUse(channelId: number, topic: string): Promise<boolean> {
  const { messages } = await session.call('getMessages', {
    narrow: [term('channel', channelId), term('topic', topic)],
    anchor: 'newest',
    num_before: LOOKED_AT,
    num_after: 0,
    client_gravatar: false,
    allow_empty_topic_name: true,
  })
  return messages.some(({ sender_id }) => !isNote(sender_id))
}

/** A message that has waited longer than its events were kept goes where its topic is now. */
async function findPlace({ args, after, place }: OutboxMessage): Promise<void> {
  if (args.type !== 'channel' || after === undefined) return
  try {
    const { message } = await session.call('getMessage', { message_id: after, allow_empty_topic_name: true })
    const now = placeOf(message, ownId())
    if (now.kind !== 'channel' || placeKey(now) === place || (await isInUse(args.to, args.topic))) return
    moveSends(place, placeKey(now), { channelId: now.streamId, topic: now.topic })
  } catch (error) {
    // The message is gone, so nothing says that the topic has moved.
    if (!(error instanceof ClientError) || error.retryAfter !== null) throw error
  }
}

export const startFindingWaiting = (): void => onUnsure(findPlace)
