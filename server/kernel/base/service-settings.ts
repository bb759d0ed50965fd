import { anyText, isUrl, NOT_USABLE, type Problem, type Setting, webUrl } from './setting.ts'
import { showsNothing } from './visible-text.ts'

/** Servers of video calls that are used unless others are set. */
export const DEFAULT_JITSI = 'https://meet.jit.si'
export const DEFAULT_ZOOM = { oauth: 'https://zoom.us', api: 'https://api.zoom.us' } as const
export const DEFAULT_WEBEX = 'https://webexapis.com'

const serviceUrl = webUrl('write an address such as https://calls.example.org')

const serviceUrlOrOff = (text: string): Problem | null => (text === 'off' ? null : serviceUrl(text))

/** The settings of the providers of video calls. */
export const CALLS_SETTINGS = [
  {
    name: 'PARLEY_CALLS_JITSI_URL',
    default: DEFAULT_JITSI,
    meaning: 'Jitsi server that clients use for video calls; `off` for none',
    check: serviceUrlOrOff,
  },
  {
    name: 'PARLEY_CALLS_BIGBLUEBUTTON_URL',
    default: '–',
    meaning: 'BigBlueButton server for video calls, as `bbb-conf --secret` shows it',
    check: serviceUrl,
  },
  {
    name: 'PARLEY_CALLS_BIGBLUEBUTTON_SECRET',
    default: '–',
    meaning: 'secret of that server',
    secret: true,
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_NEXTCLOUD_URL',
    default: '–',
    meaning: 'Nextcloud server for video calls in Talk',
    check: serviceUrl,
  },
  {
    name: 'PARLEY_CALLS_NEXTCLOUD_USERNAME',
    default: '–',
    meaning: 'account of that server that creates the conversations',
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_NEXTCLOUD_PASSWORD',
    default: '–',
    meaning: 'password of that account, made for this use',
    secret: true,
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_CONSTRUCTOR_URL',
    default: '–',
    meaning: 'API address of Constructor Groups for video calls',
    check: serviceUrl,
  },
  {
    name: 'PARLEY_CALLS_CONSTRUCTOR_ACCESS_KEY',
    default: '–',
    meaning: 'access key of that API',
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_CONSTRUCTOR_SECRET_KEY',
    default: '–',
    meaning: 'secret key of that API',
    secret: true,
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_ZOOM_ACCOUNT_ID',
    default: '–',
    meaning: 'account of a server-to-server app of Zoom for video calls',
    check: anyText,
  },
  { name: 'PARLEY_CALLS_ZOOM_CLIENT_ID', default: '–', meaning: 'client id of that app', check: anyText },
  {
    name: 'PARLEY_CALLS_ZOOM_CLIENT_SECRET',
    default: '–',
    meaning: 'client secret of that app',
    secret: true,
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_ZOOM_USER_CLIENT_ID',
    default: '–',
    meaning: 'client id of an app of Zoom that people connect their own accounts with',
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_ZOOM_USER_CLIENT_SECRET',
    default: '–',
    meaning: 'client secret of that app',
    secret: true,
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_ZOOM_OAUTH_URL',
    default: DEFAULT_ZOOM.oauth,
    meaning: 'address of Zoom that issues access tokens, for both kinds of apps',
    check: serviceUrl,
  },
  { name: 'PARLEY_CALLS_ZOOM_API_URL', default: DEFAULT_ZOOM.api, meaning: 'API address of Zoom', check: serviceUrl },
  {
    name: 'PARLEY_CALLS_WEBEX_CLIENT_ID',
    default: '–',
    meaning: 'client id of an integration of Webex that people connect their own accounts with',
    check: anyText,
  },
  {
    name: 'PARLEY_CALLS_WEBEX_CLIENT_SECRET',
    default: '–',
    meaning: 'client secret of that integration',
    secret: true,
    check: anyText,
  },
  { name: 'PARLEY_CALLS_WEBEX_API_URL', default: DEFAULT_WEBEX, meaning: 'API address of Webex', check: serviceUrl },
] as const satisfies readonly Setting[]

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

/** The number of daily backups that are kept. */
export const DEFAULT_BACKUP_KEEP = 7

function backups(text: string): Problem | null {
  const fits = /^[1-9]\d{0,3}$/.test(text)
  return fits ? null : { problem: `is "${text}"`, remedy: 'write how many backups stay, such as 7' }
}

/** The settings of the backups that the server makes by itself. */
export const BACKUP_SETTINGS = [
  {
    name: 'PARLEY_BACKUP_DIR',
    default: '–',
    meaning: 'folder, best on another disk, into which the server writes a backup every day; without it there is none',
    check: anyText,
  },
  {
    name: 'PARLEY_BACKUP_KEEP',
    default: `${DEFAULT_BACKUP_KEEP}`,
    meaning: 'how many of these backups stay; older ones are removed after a new one is complete',
    check: backups,
  },
  {
    name: 'PARLEY_BACKUP_PASSPHRASE_FILE',
    default: '–',
    meaning: 'file with the passphrase that encrypts these backups; without it they are not encrypted',
    check: anyText,
  },
] as const satisfies readonly Setting[]
