import { domainToASCII } from 'node:url'

/** True for a disposable mail host or a subdomain of one. The list is loaded when the first account is created. */
export async function isDisposable(email: string): Promise<boolean> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js')
  const hosts = disposableEmailBlocklistSet()
  const domain = email.trim().split('@').at(-1)!
  // Full-width letters, for example, are other spellings of the same host.
  const labels = (domainToASCII(domain) || domain.toLowerCase()).split('.')
  return labels.some((_, index) => hosts.has(labels.slice(index).join('.')))
}
