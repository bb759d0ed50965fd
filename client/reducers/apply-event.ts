import type { Event } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { wire } from '../../api/wire-name.ts'
import { applyChannelEvent, applySubscriptionEvent, type SubscriberLists } from './channels.ts'
import { changeDomains } from './domains.ts'
import { applyEmojiEvent } from './emoji.ts'
import { applyFlagsEvent } from './flags.ts'
import { applyGroupEvent } from './groups.ts'
import { applyMessageEvent } from './message.ts'
import { applyProfileFieldsEvent } from './profile-fields.ts'
import { applyRealmEvent, applyUserDefaultsEvent } from './realm.ts'
import { applySettingEvent } from './settings.ts'
import { applyUserEvent } from './users.ts'

export interface ReducerOptions {
  /** As the queue was registered. */
  includeSubscribers?: SubscriberLists
  /** Likewise; true unless it said otherwise. */
  clientGravatar?: boolean
}

/**
 * What the server says at register, moved on by one event: the result is what it would say at a later register.
 * Fields that were not fetched stay away. Pure: the old state is still right for whoever holds it.
 */
export function applyEvent(state: RegisterState, event: Event, options: ReducerOptions = {}): RegisterState {
  const next = reduce(state, event, options)
  return { ...next, last_event_id: Math.max(state.last_event_id, event.id) }
}

function reduce(state: RegisterState, event: Event, options: ReducerOptions): RegisterState {
  const { includeSubscribers = 'false', clientGravatar = true } = options
  switch (event.type) {
    case 'message':
      return applyMessageEvent(state, event)
    case 'update_message_flags':
      return applyFlagsEvent(state, event)
    case 'realm_user':
      return applyUserEvent(state, event, clientGravatar)
    case 'user_settings':
      return applySettingEvent(state, event)
    case 'realm':
      return applyRealmEvent(state, event)
    case 'realm_user_settings_defaults':
      return applyUserDefaultsEvent(state, event)
    case 'onboarding_steps':
      return state.onboarding_steps ? { ...state, onboarding_steps: event.onboarding_steps } : state
    case 'user_group':
      return applyGroupEvent(state, event)
    case 'realm_emoji':
      return applyEmojiEvent(state, event)
    case 'custom_profile_fields':
      return applyProfileFieldsEvent(state, event)
    case 'stream':
      return applyChannelEvent(state, event, includeSubscribers)
    case 'subscription':
      return applySubscriptionEvent(state, event)
    case 'restart':
      return {
        ...state,
        [wire('service_version')]: event[wire('service_version')],
        [wire('service_merge_base')]: event[wire('service_merge_base')],
        [wire('service_feature_level')]: event[wire('service_feature_level')],
        ...(state.server_generation === undefined ? {} : { server_generation: event.server_generation }),
      }
    case 'alert_words':
      return state.alert_words ? { ...state, alert_words: event.alert_words } : state
    case 'realm_linkifiers':
      return state.realm_linkifiers ? { ...state, realm_linkifiers: event.realm_linkifiers } : state
    case 'realm_filters':
      return state.realm_filters ? { ...state, realm_filters: event.realm_filters } : state
    case 'realm_playgrounds':
      return state.realm_playgrounds ? { ...state, realm_playgrounds: event.realm_playgrounds } : state
    case 'realm_domains':
      return state.realm_domains ? { ...state, realm_domains: changeDomains(state.realm_domains, event) } : state
    // Reactions belong to messages, which are not part of this state; who types is not kept by anybody.
    case 'reaction':
    case 'typing':
    case 'heartbeat':
      return state
    default:
      return event satisfies never
  }
}
