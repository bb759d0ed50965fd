import * as z from 'zod'
import { RealmDomain } from '../objects/realm.ts'
import { event, registerFields } from './base.ts'

export const DomainAdded = event('realm_domains', {
  op: z.literal('add').describe('An email domain was added.'),
  realm_domain: RealmDomain.describe('The new domain.'),
})
export const DomainChanged = event('realm_domains', {
  op: z.literal('change').describe('An email domain was changed.'),
  realm_domain: RealmDomain.describe('The domain after the change.'),
})
export const DomainRemoved = event('realm_domains', {
  op: z.literal('remove').describe('An email domain was removed.'),
  domain: z.string().describe('The domain that is no longer in the list.'),
})

export const realmDomainsFields = registerFields('realm_domains', {
  realm_domains: z.array(RealmDomain).describe('The email domains of the organization.'),
})
