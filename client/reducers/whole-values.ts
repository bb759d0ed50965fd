// Events that bring a whole new value.
import { reducer } from './reducer.ts'

export const onboardingSteps = reducer('onboarding_steps', (state, event) =>
  state.onboarding_steps ? { ...state, onboarding_steps: event.onboarding_steps } : state,
)

export const defaultChannelGroups = reducer('default_stream_groups', (state, event) =>
  state.realm_default_stream_groups ? { ...state, realm_default_stream_groups: event.default_stream_groups } : state,
)

export const defaultChannels = reducer('default_streams', (state, event) =>
  state.realm_default_streams ? { ...state, realm_default_streams: event.default_streams } : state,
)

export const mutedUsers = reducer('muted_users', (state, event) =>
  state.muted_users ? { ...state, muted_users: event.muted_users } : state,
)

export const alertWords = reducer('alert_words', (state, event) =>
  state.alert_words ? { ...state, alert_words: event.alert_words } : state,
)

export const mutedTopics = reducer('muted_topics', (state, event) =>
  state.muted_topics ? { ...state, muted_topics: event.muted_topics } : state,
)

export const linkifiers = reducer('realm_linkifiers', (state, event) =>
  state.realm_linkifiers ? { ...state, realm_linkifiers: event.realm_linkifiers } : state,
)

export const filters = reducer('realm_filters', (state, event) =>
  state.realm_filters ? { ...state, realm_filters: event.realm_filters } : state,
)

export const playgrounds = reducer('realm_playgrounds', (state, event) =>
  state.realm_playgrounds ? { ...state, realm_playgrounds: event.realm_playgrounds } : state,
)

export const zoomToken = reducer('has_zoom_token', (state, event) =>
  state.has_zoom_token === undefined ? state : { ...state, has_zoom_token: event.value },
)

export const webexToken = reducer('has_webex_token', (state, event) =>
  state.has_webex_token === undefined ? state : { ...state, has_webex_token: event.value },
)
