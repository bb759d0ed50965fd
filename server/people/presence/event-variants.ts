import type { EventOf } from '../../../api/events/index.ts'
import { variantsOf } from '../../kernel/events/event-variants.ts'

type PresenceEvent = Omit<EventOf<'presence'>, 'id'>

/** The event has the fields of both formats; each client gets those of its own. */
const changed = variantsOf<PresenceEvent>('presence', {
  variantFor: (_, { spec }) => `${spec.capabilities.simplified_presence_events ?? false} ${spec.slimPresence}`,
  eventsFor({ type, presences, email, ...legacy }, { spec }) {
    if (spec.capabilities.simplified_presence_events) return [{ type, presences }]
    return [{ type, ...legacy, ...(spec.slimPresence ? {} : { email }) }]
  },
})

export const presenceVariants = [changed]
