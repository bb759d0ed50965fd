import type { Place } from '../../client/model/place.ts'
import { channelName, shownTopic } from '../channels/store.ts'
import { t, titleOfPeople } from '../kernel/texts.ts'
import { nameOf, ownId } from '../people/store.ts'

/** The topic, or the other people. */
export const placeTitle = (place: Place): string =>
  place.kind === 'channel'
    ? shownTopic(place.topic)
    : titleOfPeople((place.others.length > 0 ? place.others : [ownId()]).map((id) => nameOf(id) ?? t('person.unknown')))

/** The name of the conversation with its channel first: `infra › Runner queue`. */
export const placeName = (place: Place): string =>
  place.kind === 'channel' ? `${channelName(place.streamId) ?? ''} › ${placeTitle(place)}` : placeTitle(place)
