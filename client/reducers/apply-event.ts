import type { Event } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { wire } from '../../api/wire-name.ts'
import { applyBotEvent } from './bots.ts'
import { applyFolderEvent } from './channel-folders.ts'
import { applyChannelEvent, applySubscriptionEvent, type SubscriberLists } from './channels.ts'
import { applyDeviceEvent } from './devices.ts'
import { changeDomains } from './domains.ts'
import { applyDeletedMessages, applyUpdatedMessage } from './edits.ts'
import { applyEmojiEvent } from './emoji.ts'
import { applyFlagsEvent } from './flags.ts'
import { applyGroupEvent } from './groups.ts'
import { applyMessageEvent } from './message.ts'
import { applyDraftsEvent, applySnippetsEvent, applyViewsEvent } from './personal.ts'
import { applyPresenceEvent } from './presence.ts'
import { applyProfileFieldsEvent } from './profile-fields.ts'
import { applyRealmEvent, applyUserDefaultsEvent } from './realm.ts'
import { changeReminders, changeScheduledMessages } from './scheduled.ts'
import { applySettingEvent } from './settings.ts'
import { applyStatusEvent } from './user-status.ts'
import { applyUserTopicEvent } from './user-topics.ts'
import { applyUserEvent } from './users.ts'

export interface ReducerOptions {
  /** As in the registration of the queue. */
  includeSubscribers?: SubscriberLists
  /** As in the registration of the queue. True by default. */
  clientGravatar?: boolean
  /** Likewise; false unless it said otherwise. */
  slimPresence?: boolean
}

/**
 * Applies one event to the state of register, except what is unread, which client/model keeps. Fields that were not
 * fetched stay absent. It is a pure function and does not change the old state.
 */
export function applyEvent(state: RegisterState, event: Event, options: ReducerOptions = {}): RegisterState {
  const next = reduce(state, event, options)
  return { ...next, last_event_id: Math.max(state.last_event_id, event.id) }
}

function reduce(state: RegisterState, event: Event, options: ReducerOptions): RegisterState {
  const { includeSubscribers = 'false', clientGravatar = true, slimPresence = false } = options
  switch (event.type) {
    case 'message':
      return applyMessageEvent(state, event)
    case 'update_message':
      return applyUpdatedMessage(state, event)
    case 'delete_message':
      return applyDeletedMessages(state, event)
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
    case 'channel_folder':
      return applyFolderEvent(state, event)
    case 'default_stream_groups':
      return state.realm_default_stream_groups
        ? { ...state, realm_default_stream_groups: event.default_stream_groups }
        : state
    case 'default_streams':
      return state.realm_default_streams ? { ...state, realm_default_streams: event.default_streams } : state
    case 'presence':
      return applyPresenceEvent(state, event, slimPresence)
    case 'user_status':
      return applyStatusEvent(state, event)
    case 'muted_users':
      return state.muted_users ? { ...state, muted_users: event.muted_users } : state
    case 'realm_bot':
      return applyBotEvent(state, event)
    case 'alert_words':
      return state.alert_words ? { ...state, alert_words: event.alert_words } : state
    case 'user_topic':
      return applyUserTopicEvent(state, event)
    case 'muted_topics':
      return state.muted_topics ? { ...state, muted_topics: event.muted_topics } : state
    case 'drafts':
      return applyDraftsEvent(state, event)
    case 'saved_snippets':
      return applySnippetsEvent(state, event)
    case 'navigation_view':
      return applyViewsEvent(state, event)
    case 'device':
      return applyDeviceEvent(state, event)
    case 'has_zoom_token':
      return state.has_zoom_token === undefined ? state : { ...state, has_zoom_token: event.value }
    case 'has_webex_token':
      return state.has_webex_token === undefined ? state : { ...state, has_webex_token: event.value }
    case 'realm_linkifiers':
      return state.realm_linkifiers ? { ...state, realm_linkifiers: event.realm_linkifiers } : state
    case 'realm_filters':
      return state.realm_filters ? { ...state, realm_filters: event.realm_filters } : state
    case 'realm_playgrounds':
      return state.realm_playgrounds ? { ...state, realm_playgrounds: event.realm_playgrounds } : state
    case 'realm_domains':
      return state.realm_domains ? { ...state, realm_domains: changeDomains(state.realm_domains, event) } : state
    case 'scheduled_messages':
      return state.scheduled_messages
        ? { ...state, scheduled_messages: changeScheduledMessages(state.scheduled_messages, event) }
        : state
    case 'reminders':
      return state.reminders ? { ...state, reminders: changeReminders(state.reminders, event) } : state
    // These events do not change the state of register: reactions and submessages belong to messages, attachments,
    // invitations and exports are fetched, and typing is not kept.
    case 'reaction':
    case 'submessage':
    case 'attachment':
    case 'invites_changed':
    case 'realm_export':
    case 'realm_export_consent':
    case 'typing':
    case 'typing_edit_message':
    case 'heartbeat':
    case 'web_reload_client':
      return state
    default:
      // A newer server may send events that this client does not know.
      event satisfies never
      return state
  }
}
