import * as z from 'zod'
import { endpoint, json } from '../contract.ts'
import { RealmDomain } from '../objects/realm.ts'

const domain = z.string().describe('The domain, for example `example.com`.')
const allow_subdomains = json(z.boolean()).describe('Whether addresses below the domain are allowed too.')

export const getRealmDomains = endpoint({
  method: 'GET',
  path: '/realm/domains',
  id: 'get-realm-domains',
  group: 'Organization',
  summary: 'List the allowed email domains',
  description: 'Lists the email domains that new accounts may have.',
  auth: 'user',
  params: {},
  result: { domains: z.array(RealmDomain).describe('The domains, in the order in which they were added.') },
  errors: [],
})

export const addRealmDomain = endpoint({
  method: 'POST',
  path: '/realm/domains',
  id: 'add-realm-domain',
  group: 'Organization',
  summary: 'Allow an email domain',
  description: 'Adds an email domain that new accounts may have. Only owners can.',
  auth: 'owner',
  params: { domain, allow_subdomains },
  result: {
    new_domain: z.array(z.union([z.int(), z.string()])).describe('The id and the name of the new domain.'),
  },
  errors: [],
  emits: ['realm_domains'],
})

export const patchRealmDomain = endpoint({
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  id: 'patch-realm-domain',
  group: 'Organization',
  summary: 'Allow or forbid subdomains of a domain',
  description: 'Changes whether subdomains of an email domain are allowed. Only owners can.',
  auth: 'owner',
  params: { domain, allow_subdomains },
  result: {},
  errors: [],
  emits: ['realm_domains'],
})

export const deleteRealmDomain = endpoint({
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  id: 'delete-realm-domain',
  group: 'Organization',
  summary: 'Remove an allowed email domain',
  description: 'Removes an email domain. Only owners can.',
  auth: 'owner',
  params: { domain },
  result: {},
  errors: [],
  emits: ['realm_domains'],
})
