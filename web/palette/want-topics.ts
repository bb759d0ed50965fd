import { ownChannels } from '../channels/store.ts'
import { topicsOf } from '../channels/topics.ts'
import { address } from '../kernel/navigation.ts'
import { channelCount } from '../messages/counts.ts'

/** The number of channels whose topics are loaded when the palette opens. */
const MAX_CHANNELS = 8

/** Asks for the topics of the channels that are near: the open one, unread ones, pinned ones. */
export function wantTopics(): void {
  const here = address.peek()
  const open = 'channelId' in here ? here.channelId : undefined
  const worthOf = (id: number, isPinned: boolean): number =>
    (id === open ? 4 : 0) + (channelCount(id).unread > 0 ? 2 : 0) + (isPinned ? 1 : 0)
  const near = ownChannels
    .peek()
    .map((one) => ({ id: one.stream_id, worth: worthOf(one.stream_id, one.pin_to_top ?? false) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
  for (const { id } of near.slice(0, MAX_CHANNELS)) topicsOf(id)
}
