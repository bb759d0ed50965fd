import * as z from 'zod'
import { RealmFilter, RealmLinkifier } from '../objects/realm.ts'
import { event, registerFields } from './base.ts'

export const LinkifiersChanged = event('realm_linkifiers', {
  realm_linkifiers: z.array(RealmLinkifier).describe('All linkifiers, in their order.'),
}).describe('The linkifiers changed. Clients with the capability `linkifier_url_template` get it.')

/** Clients that do not know URI templates get it. */
export const FiltersChanged = event('realm_filters', {
  realm_filters: z.array(RealmFilter).describe('All linkifiers that the old form can express, in their order.'),
}).describe('The linkifiers changed. Clients without the capability `linkifier_url_template` get it.')

export const realmLinkifiersFields = registerFields('realm_linkifiers', {
  realm_linkifiers: z
    .array(RealmLinkifier)
    .describe('All linkifiers in their order. Empty without the capability `linkifier_url_template`.'),
})

export const realmFiltersFields = registerFields('realm_filters', {
  realm_filters: z
    .array(RealmFilter)
    .describe('Linkifiers in their old form. Empty with the capability `linkifier_url_template`.'),
})
