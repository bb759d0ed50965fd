import type { EventOf } from '../../api/events/index.ts'
import { type EventReader, variantsOf } from '../events/event-variants.ts'
import type { EventData } from '../log/log-row.ts'
import { presentUnknown } from './present.ts'

type UserAdded = Omit<Extract<EventOf<'realm_user'>, { op: 'add' }>, 'id'>
type UserRemoved = Omit<Extract<EventOf<'realm_user'>, { op: 'remove' }>, 'id'>

/** What is known of an added person beside the event. */
export interface AddedBackground {
  /** The receivers may not see the person: the event has a placeholder. */
  readonly isUnknown?: boolean
}

const isIncomplete = ({ spec }: EventReader): boolean => spec.capabilities.user_list_incomplete === true
const variantFor = (_: unknown, reader: EventReader): string => (isIncomplete(reader) ? 'incomplete' : 'complete')

/** Placeholders are only for clients that expect to know everybody. */
const userAdded = variantsOf<UserAdded, AddedBackground | undefined>('realm_user/add', {
  variantFor,
  eventsFor: (event, reader, background) => (background?.isUnknown && isIncomplete(reader) ? [] : [event]),
})

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
