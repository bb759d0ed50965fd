import { orderedLinkifiers } from '../../kernel/realm-state/records/linkifiers.ts'
import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { presentFilters, presentLinkifier } from './present.ts'

/** A client knows URI templates or the old form, so it gets one list and the other is empty. */
export const linkifiersState: StateSlice<VisitorRequest> = {
  types: ['realm_linkifiers'],
  take: ({ realm, spec }) => ({
    realm_linkifiers: spec.capabilities.linkifier_url_template ? orderedLinkifiers(realm).map(presentLinkifier) : [],
  }),
}

export const filtersState: StateSlice<VisitorRequest> = {
  types: ['realm_filters'],
  take: ({ realm, spec }) => ({
    realm_filters: spec.capabilities.linkifier_url_template
      ? []
      : presentFilters(orderedLinkifiers(realm).map(presentLinkifier)),
  }),
}
