import type { Provider } from './token-queries.ts'

/** What register says about the accounts that somebody has connected. */
export const presentTokens = (connected: readonly Provider[]) => ({
  has_zoom_token: connected.includes('zoom'),
  has_webex_token: connected.includes('webex'),
})
