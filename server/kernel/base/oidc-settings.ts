import { anyText, isUrl, NOT_USABLE, type Problem, type Setting } from './setting.ts'
import { showsNothing } from './visible-text.ts'

function issuer(text: string): Problem | null {
  const remedy = 'write the address of the provider without query, such as https://login.example.org'
  return isUrl(text, 'http:', 'https:') && !/[@?#\s]/.test(text) ? null : { problem: NOT_USABLE, remedy }
}

function buttonName(text: string): Problem | null {
  if (text.length <= 40 && !showsNothing(text)) return null
  return { problem: 'cannot be shown', remedy: 'write a name of at most 40 characters, such as Example Login' }
}

/** What the button to sign in with a provider says. */
export const DEFAULT_OIDC_NAME = 'Single sign-on'

/** The settings of a provider that people sign in with. */
export const OIDC_SETTINGS = [
  {
    name: 'PARLEY_OIDC_ISSUER',
    default: '–',
    meaning: 'OpenID Connect provider that people sign in with, exactly as it names itself',
    check: issuer,
  },
  { name: 'PARLEY_OIDC_CLIENT_ID', default: '–', meaning: 'client id of Parley at that provider', check: anyText },
  {
    name: 'PARLEY_OIDC_CLIENT_SECRET',
    default: '–',
    meaning: 'client secret of Parley at that provider',
    secret: true,
    check: anyText,
  },
  {
    name: 'PARLEY_OIDC_NAME',
    default: DEFAULT_OIDC_NAME,
    meaning: 'name of that provider on the sign-in page',
    check: buttonName,
  },
] as const satisfies readonly Setting[]
