import type { Fields, StateSlice, VisitorRequest } from './snapshot.ts'

/**
 * State of things nobody can make yet, so that the truth about them is: none. Each line goes when its feature comes
 * and brings a slice of its own.
 */
const NOTHING: Readonly<Record<string, Fields>> = {
  drafts: { drafts: [] },
  scheduled_messages: { scheduled_messages: [] },
  reminders: { reminders: [] },
  muted_topics: { muted_topics: [] },
  muted_users: { muted_users: [] },
  presence: { presences: {}, presence_last_update_id: -1 },
  realm_bot: { realm_bots: [] },
  realm_embedded_bots: { realm_embedded_bots: [] },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: [] },
  navigation_views: { navigation_views: [] },
  saved_snippets: { saved_snippets: [] },
  channel_folders: { channel_folders: [] },
  default_stream_groups: { realm_default_stream_groups: [] },
  stop_words: { stop_words: [] },
  user_status: { user_status: {} },
  user_topic: { user_topics: [] },
  video_calls: { has_zoom_token: false, has_webex_token: false },
  giphy: { giphy_api_key: '' },
  tenor: { tenor_api_key: '' },
  klipy: { klipy_api_key: '' },
  device: { devices: {} },
  realm_billing: { realm_billing: { has_pending_sponsorship_request: false } },
}

export const missingStateFields: readonly string[] = Object.values(NOTHING).flatMap((fields) => Object.keys(fields))

export const missingState: readonly StateSlice<VisitorRequest>[] = Object.entries(NOTHING).map(([type, fields]) => ({
  types: [type],
  take: ({ now }) => (type === 'presence' ? { ...fields, server_timestamp: now } : fields),
}))
