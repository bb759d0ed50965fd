import { domainToASCII } from 'node:url'
import { foldCase } from '../../../../api/fold-case.ts'
import { wireEmail } from '../../../kernel/realm-state/from-rows.ts'

/** The id of the account whose hidden address this one replaces, even if the account does not exist yet. */
export function idOnWire(email: string, host: string): number | undefined {
  const wanted = foldCase(email.trim())
  const digits = /^user(\d+)@/.exec(wanted)?.[1]
  return digits !== undefined && foldCase(wireEmail(Number(digits), host)) === wanted ? Number(digits) : undefined
}

/** True for a disposable mail host or a subdomain of one. The list is loaded when the first account is created. */
export async function isDisposable(email: string): Promise<boolean> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js')
  const hosts = disposableEmailBlocklistSet()
  const domain = email.trim().split('@').at(-1)!
  // Full-width letters, for example, are other spellings of the same host.
  const labels = (domainToASCII(domain) || domain.toLowerCase()).split('.')
  return labels.some((_, index) => hosts.has(labels.slice(index).join('.')))
}
