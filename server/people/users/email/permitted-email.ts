import { badRequest } from '../../../../api/errors.ts'
import type { RealmState } from '../../../kernel/realm-state/realm-state.ts'
import { requireAllowedEmail } from '../../../organization/domains/access.ts'
import { isDisposable } from './email-address.ts'

/**
 * Refuses an address that no account here may have. If the organization is restricted to domains, these alone decide.
 * The command line does not call this, so it accepts disposable addresses.
 */
export async function requirePermittedEmail(realm: RealmState, email: string): Promise<void> {
  const { settings } = realm.info
  if (settings.emails_restricted_to_domains) requireAllowedEmail(realm, email)
  else if (settings.disallow_disposable_email_addresses && (await isDisposable(email)))
    throw badRequest('Disposable email addresses are not allowed in this organization')
}
