import { type Place, placeKey } from '../../client/model/place.ts'
import { focusComposerOf } from './focus-composer.ts'
import { newTopicIn, replying } from './store.ts'

/** Answers a message: in the conversation that is open, or in that of the message. */
export function reply(place: Place, author: string, open: Place | undefined): void {
  newTopicIn.value = null
  replying.value = open && placeKey(open) === placeKey(place) ? null : { place, author }
  focusComposerOf(placeKey(place))
}
