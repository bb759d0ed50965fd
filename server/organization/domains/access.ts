import { domainToASCII } from 'node:url'
import { badRequest } from '../../../api/errors.ts'
import { requireOwner } from '../../kernel/access/role-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Domain } from './record.ts'

/** Returns them in the order in which they were added. */
export const orderedDomains = (realm: RealmState): Domain[] =>
  [...realm.records.domain.values()].sort((a, b) => a.id - b.id)

/** A domain of the list that the caller may change. */
export function requireDomain({ realm, user }: Actor, name: string): Domain {
  requireOwner(user)
  const domain = realm.records.domain.find('name', name.trim().toLowerCase())
  if (!domain) throw badRequest(`No entry found for domain ${name}.`)
  return domain
}

/**
 * Refuses an address that is not in the domains of the organization, where it restricts addresses to them. The part before
 * the @ may then have no `+`, because one mailbox would have any number of addresses.
 */
export function requireAllowedEmail(realm: RealmState, email: string): void {
  if (!realm.info.settings.emails_restricted_to_domains) return
  const at = email.lastIndexOf('@')
  const host = email.slice(at + 1).trim()
  // Full-width letters, for instance, are other spellings of the same host.
  if (!isAllowedHost(realm, domainToASCII(host) || host.toLowerCase()))
    throw badRequest(`Email '${email}' not allowed in this organization`)
  if (email.slice(0, at).includes('+')) throw badRequest('Email addresses containing + are not allowed.')
}

function isAllowedHost(realm: RealmState, host: string): boolean {
  const domains = realm.records.domain
  if (domains.find('name', host)) return true
  const labels = host.split('.')
  return labels.some((_, index) => domains.find('name', labels.slice(index).join('.'))?.allowSubdomains)
}
