import { badRequest } from '../../../api/errors.ts'
import { requireAllowedEmail } from '../../domains/access.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { isDisposable } from './email-address.ts'

/**
 * Refuses an address with which nobody may create an account here. The domains of the organization, where it has any, decide alone. The
 * command line accepts disposable addresses.
 */
export async function requirePermittedEmail(realm: RealmState, email: string): Promise<void> {
  const { settings } = realm.info
  if (settings.emails_restricted_to_domains) requireAllowedEmail(realm, email)
  else if (settings.disallow_disposable_email_addresses && (await isDisposable(email)))
    throw badRequest('Disposable email addresses are not allowed in this organization')
}
