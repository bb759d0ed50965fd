import { DEFAULT_JITSI, DEFAULT_WEBEX, DEFAULT_ZOOM } from './service-settings.ts'
import { allOrNone } from './setting.ts'
import type { SettingValue } from './settings.ts'

/** The providers of video calls. Null: not configured. Addresses have no slash at the end. */
export interface CallsConfig {
  readonly jitsiUrl: string | null
  readonly bigBlueButton: { readonly url: string; readonly secret: string } | null
  readonly nextcloud: { readonly url: string; readonly username: string; readonly password: string } | null
  readonly constructorGroups: { readonly url: string; readonly accessKey: string; readonly secretKey: string } | null
  readonly zoom: ZoomConfig | null
  readonly zoomOfPeople: AccountsApp | null
  readonly webex: AccountsApp | null
}

/** An app that creates calls for every account of a Zoom account, without asking people to connect theirs. */
export interface ZoomConfig {
  readonly oauthUrl: string
  readonly apiUrl: string
  readonly accountId: string
  readonly clientId: string
  readonly clientSecret: string
}

/** An app that creates calls for people who have connected their own accounts with it, by OAuth 2. */
export interface AccountsApp {
  /** Where people permit it. */
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** The API, with its version. */
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

export function callsConfig(value: SettingValue): CallsConfig {
  const jitsi = value('PARLEY_CALLS_JITSI_URL') ?? DEFAULT_JITSI
  return Object.freeze({
    jitsiUrl: jitsi === 'off' ? null : withoutSlash(jitsi),
    bigBlueButton: bigBlueButton(value),
    nextcloud: nextcloud(value),
    constructorGroups: constructorGroups(value),
    zoom: zoom(value),
    zoomOfPeople: zoomOfPeople(value),
    webex: webex(value),
  })
}

function bigBlueButton(value: SettingValue): CallsConfig['bigBlueButton'] {
  const found = allOrNone(value, ['PARLEY_CALLS_BIGBLUEBUTTON_URL', 'PARLEY_CALLS_BIGBLUEBUTTON_SECRET'])
  return found && Object.freeze({ url: withoutSlash(found[0]), secret: found[1] })
}

function nextcloud(value: SettingValue): CallsConfig['nextcloud'] {
  const found = allOrNone(value, [
    'PARLEY_CALLS_NEXTCLOUD_URL',
    'PARLEY_CALLS_NEXTCLOUD_USERNAME',
    'PARLEY_CALLS_NEXTCLOUD_PASSWORD',
  ])
  return found && Object.freeze({ url: withoutSlash(found[0]), username: found[1], password: found[2] })
}

function constructorGroups(value: SettingValue): CallsConfig['constructorGroups'] {
  const found = allOrNone(value, [
    'PARLEY_CALLS_CONSTRUCTOR_URL',
    'PARLEY_CALLS_CONSTRUCTOR_ACCESS_KEY',
    'PARLEY_CALLS_CONSTRUCTOR_SECRET_KEY',
  ])
  return found && Object.freeze({ url: withoutSlash(found[0]), accessKey: found[1], secretKey: found[2] })
}

const zoomUrls = (value: SettingValue) => ({
  oauthUrl: withoutSlash(value('PARLEY_CALLS_ZOOM_OAUTH_URL') ?? DEFAULT_ZOOM.oauth),
  apiUrl: withoutSlash(value('PARLEY_CALLS_ZOOM_API_URL') ?? DEFAULT_ZOOM.api),
})

function zoom(value: SettingValue): ZoomConfig | null {
  const found = allOrNone(
    value,
    ['PARLEY_CALLS_ZOOM_ACCOUNT_ID', 'PARLEY_CALLS_ZOOM_CLIENT_ID', 'PARLEY_CALLS_ZOOM_CLIENT_SECRET'],
    // Either app of Zoom makes the addresses useful.
    zoomOfPeople(value) ? [] : ['PARLEY_CALLS_ZOOM_OAUTH_URL', 'PARLEY_CALLS_ZOOM_API_URL'],
  )
  if (!found) return null
  const [accountId, clientId, clientSecret] = found
  return Object.freeze({ ...zoomUrls(value), accountId, clientId, clientSecret })
}

function zoomOfPeople(value: SettingValue): AccountsApp | null {
  const found = allOrNone(value, ['PARLEY_CALLS_ZOOM_USER_CLIENT_ID', 'PARLEY_CALLS_ZOOM_USER_CLIENT_SECRET'])
  if (!found) return null
  const { oauthUrl, apiUrl } = zoomUrls(value)
  const [clientId, clientSecret] = found
  return Object.freeze({
    authorizeUrl: `${oauthUrl}/oauth/authorize`,
    tokenUrl: `${oauthUrl}/oauth/token`,
    apiUrl: `${apiUrl}/v2`,
    clientId,
    clientSecret,
  })
}

function webex(value: SettingValue): AccountsApp | null {
  const found = allOrNone(
    value,
    ['PARLEY_CALLS_WEBEX_CLIENT_ID', 'PARLEY_CALLS_WEBEX_CLIENT_SECRET'],
    ['PARLEY_CALLS_WEBEX_API_URL'],
  )
  if (!found) return null
  const apiUrl = `${withoutSlash(value('PARLEY_CALLS_WEBEX_API_URL') ?? DEFAULT_WEBEX)}/v1`
  const [clientId, clientSecret] = found
  return Object.freeze({
    authorizeUrl: `${apiUrl}/authorize`,
    tokenUrl: `${apiUrl}/access_token`,
    apiUrl,
    clientId,
    clientSecret,
  })
}
