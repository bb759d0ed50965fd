import { type Narrow, term } from '../../client/messages/narrow.ts'
import { directPlace, type Place } from '../../client/model/place.ts'
import type { Address } from '../kernel/addresses.ts'

/** A place whose messages are shown one below the other. */
export interface Listing {
  readonly narrow: Narrow
  /** The conversation, if it is one. Only in a conversation messages become read and can be answered at once. */
  readonly place?: Place
  /** The message to begin with. */
  readonly near?: number
}

/** Undefined for places that do not list messages. */
export function listingOf(address: Address, ownId: number): Listing | undefined {
  const near = 'near' in address && address.near !== undefined ? { near: address.near } : {}
  switch (address.view) {
    case 'feed':
      return { narrow: [term('in', 'home')] }
    case 'mentions':
      return { narrow: [term('is', 'mentioned')] }
    case 'reactions':
      return { narrow: [term('has', 'reaction'), term('sender', ownId)] }
    case 'saved':
      return { narrow: [term('is', 'starred')] }
    case 'channel':
      return { narrow: [term('channel', address.channelId)], ...near }
    case 'topic': {
      const { channelId: streamId, topic } = address
      const narrow = [term('channel', streamId), term('topic', topic)]
      return { narrow, place: { kind: 'channel', streamId, topic }, ...near }
    }
    case 'direct': {
      const place = directPlace(address.ids, ownId)
      return { narrow: [term('dm', [...address.ids])], place, ...near }
    }
    default:
      return undefined
  }
}

/** The address of a conversation, or of a message in it. */
export function addressOf(place: Place, ownId: number, near?: number): Address {
  const at = near === undefined ? {} : { near }
  if (place.kind === 'channel') return { view: 'topic', channelId: place.streamId, topic: place.topic, ...at }
  return { view: 'direct', ids: place.others.length > 0 ? place.others : [ownId], ...at }
}
