import type { EventOf } from '../../../api/events/index.ts'
import { type EventReader, variantsOf } from '../../kernel/events/event-variants.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import { presentUnknown } from '../sight/present.ts'

type UserAdded = Omit<Extract<EventOf<'realm_user'>, { op: 'add' }>, 'id'>
type UserRemoved = Omit<Extract<EventOf<'realm_user'>, { op: 'remove' }>, 'id'>

/** What is known of an added person beside the event. */
export interface AddedBackground {
  /** The receivers may not see the person: the event has a placeholder. */
  readonly isUnknown?: boolean
}

const isIncomplete = ({ spec }: EventReader): boolean => spec.capabilities.user_list_incomplete === true
const hasOptionalPictures = ({ spec }: EventReader): boolean =>
  spec.capabilities.user_avatar_url_field_optional === true
const variantFor = (_: unknown, reader: EventReader): string => (isIncomplete(reader) ? 'incomplete' : 'complete')

/** Placeholders are only for clients that expect to know everybody. */
const userAdded = variantsOf<UserAdded, AddedBackground | undefined>('realm_user/add', {
  variantFor: (event, reader) =>
    `${variantFor(event, reader)} ${hasOptionalPictures(reader) ? 'optional pictures' : 'all pictures'}`,
  eventsFor(event, reader, background) {
    if (background?.isUnknown) return isIncomplete(reader) ? [] : [event]
    const isLongIdle = reader.realm.users.get(event.person.user_id)?.isLongIdle === true
    return [isLongIdle && hasOptionalPictures(reader) ? withoutPicture(event) : event]
  },
})

function withoutPicture(event: UserAdded): UserAdded {
  const { avatar_url: _, ...person } = event.person
  return { ...event, person }
}

/** Such clients get a placeholder for the person who is gone. */
const userRemoved = variantsOf<UserRemoved>('realm_user/remove', {
  variantFor,
  eventsFor(event, reader) {
    if (isIncomplete(reader)) return [event]
    const placeholder: EventData = {
      type: 'realm_user',
      op: 'add',
      person: presentUnknown(reader.realm, event.person.user_id),
    }
    return [event, placeholder]
  },
  mostEvents: () => 2,
})

export const userVariants = [userAdded, userRemoved]
