import { domainToASCII } from 'node:url'
import { foldCase } from '../../api/fold-case.ts'
import { wireEmail } from '../realm-state/from-rows.ts'

/** Nothing that cannot be seen, and nothing that mail programs read as more than an address. */
const WORD = String.raw`[^\s.@"<>(),;:\\[\]\p{C}\p{Default_Ignorable_Code_Point}]+`
const WORDS = String.raw`${WORD}(?:\.${WORD})*`
const EMAIL = new RegExp(`^${WORDS}@${WORDS}$`, 'u')
const MOST_CHARACTERS = 254

/** As far as it can be told by looking. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim()) && text.trim().length <= MOST_CHARACTERS

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
