import type { EventOf } from '../../../api/events/index.ts'
import { variantsOf } from '../../kernel/events/event-variants.ts'
import { presentFilters } from './present.ts'

type LinkifiersChanged = Omit<EventOf<'realm_linkifiers'>, 'id'>

/** Clients that do not know URI templates get the old form instead. */
const linkifiersChanged = variantsOf<LinkifiersChanged>('realm_linkifiers', {
  variantFor: (_, { spec }) => (spec.capabilities.linkifier_url_template ? 'templates' : 'filters'),
  eventsFor: (event, { spec }) =>
    spec.capabilities.linkifier_url_template
      ? [event]
      : [{ type: 'realm_filters', realm_filters: presentFilters(event.realm_linkifiers) }],
})

export const linkifierVariants = [linkifiersChanged]
