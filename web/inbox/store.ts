import { computed } from '@preact/signals'
import { placeKey } from '../../client/model/place.ts'
import { type Channel, channels, folders } from '../channels/store.ts'
import { type CountedPlace, counts } from '../messages/counts.ts'
import { recents } from '../messages/recent.ts'

export interface InboxSection {
  /** Undefined for direct messages. */
  readonly channel?: Channel
  readonly rows: readonly CountedPlace[]
}

const newestFirst = (a: CountedPlace, b: CountedPlace): number =>
  (recents.value?.get(placeKey(b.place))?.messageId ?? b.newest) -
  (recents.value?.get(placeKey(a.place))?.messageId ?? a.newest)

const folderOrder = computed(() => new Map(folders.value.map(({ id }, index) => [id, index])))

/** Pinned channels first, then by folder and name. */
const byPlace = (a: Channel, b: Channel): number => {
  const order = (one: Channel) =>
    one.pin_to_top ? -1 : (folderOrder.value.get(one.folder_id ?? -1) ?? folderOrder.value.size)
  return order(a) - order(b) || a.name.localeCompare(b.name)
}

/** Direct messages, then the channels, each with the conversations that have something unread. */
export const sections = computed((): readonly InboxSection[] => {
  const unmuted = [...counts.value.places.values()].filter((one) => !one.isMuted)
  const direct = unmuted.filter(({ place }) => place.kind === 'direct').sort(newestFirst)
  const byChannel = new Map<number, CountedPlace[]>()
  for (const one of unmuted) {
    if (one.place.kind !== 'channel') continue
    const list = byChannel.get(one.place.streamId) ?? []
    byChannel.set(one.place.streamId, [...list, one])
  }
  const inChannels = [...byChannel]
    .flatMap(([id, rows]) => {
      const channel = channels.value.get(id)
      return channel ? [{ channel, rows: rows.sort(newestFirst) }] : []
    })
    .sort((a, b) => byPlace(a.channel, b.channel))
  return [...(direct.length > 0 ? [{ rows: direct }] : []), ...inChannels]
})
