import type { AccountsApp, CallsConfig } from '../../kernel/base/calls-config.ts'

/** A provider at which people have accounts of their own. They connect them with OAuth 2. */
export interface AccountProvider {
  readonly key: 'zoom' | 'webex'
  readonly name: string
  readonly event: 'has_zoom_token' | 'has_webex_token'
  /** Null if the operator has not set one. */
  readonly appOf: (calls: CallsConfig) => AccountsApp | null
  /** What the app asks people for. Null if the provider knows it from the app. */
  readonly scope: string | null
  /** Where the app shows its secret: in the header Authorization, or among the fields. */
  readonly secretIn: 'header' | 'fields'
}

export const ZOOM: AccountProvider = {
  key: 'zoom',
  name: 'Zoom',
  event: 'has_zoom_token',
  appOf: (calls) => calls.zoomOfPeople,
  scope: null,
  secretIn: 'header',
}

export const WEBEX: AccountProvider = {
  key: 'webex',
  name: 'Webex',
  event: 'has_webex_token',
  appOf: (calls) => calls.webex,
  scope: 'meeting:schedules_write',
  secretIn: 'fields',
}
