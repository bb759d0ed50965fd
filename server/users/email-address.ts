import { domainToASCII } from 'node:url'
import { foldCase } from '../../api/fold-case.ts'
import { wireEmail } from '../realm-state/from-rows.ts'

/** Whose place this address takes on the wire, whether or not there is such an account yet. */
export function idOnWire(email: string, host: string): number | undefined {
  const wanted = foldCase(email.trim())
  const digits = /^user(\d+)@/.exec(wanted)?.[1]
  return digits !== undefined && foldCase(wireEmail(Number(digits), host)) === wanted ? Number(digits) : undefined
}

/** At a mail host for throwing away, or below one. The list is loaded when the first account is created. */
export async function isDisposable(email: string): Promise<boolean> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js')
  const hosts = disposableEmailBlocklistSet()
  const domain = email.trim().split('@').at(-1)!
  // Full-width letters, for instance, are other spellings of the same host.
  const labels = (domainToASCII(domain) || domain.toLowerCase()).split('.')
  return labels.some((_, index) => hosts.has(labels.slice(index).join('.')))
}
