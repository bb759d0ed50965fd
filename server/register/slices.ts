import { alertWordsState } from '../alert-words/initial-state.ts'
import { botsState } from '../bots/initial-state.ts'
import { callTokensState } from '../calls/initial-state.ts'
import { foldersState } from '../channel-folders/initial-state.ts'
import { channelsState, defaultChannelsState, subscriptionsState } from '../channels/initial-state.ts'
import { defaultGroupsState } from '../default-channel-groups/initial-state.ts'
import { devicesState } from '../devices/initial-state.ts'
import { domainsState } from '../domains/initial-state.ts'
import { draftsState } from '../drafts/initial-state.ts'
import { emojiState } from '../emoji/initial-state.ts'
import { groupsState } from '../groups/initial-state.ts'
import { integrationsState } from '../integrations/initial-state.ts'
import { filtersState, linkifiersState } from '../linkifiers/initial-state.ts'
import { messagesState } from '../messages/initial-state.ts'
import { mutedUsersState } from '../muted-users/initial-state.ts'
import { navigationViewsState } from '../navigation-views/initial-state.ts'
import { onboardingState } from '../onboarding/initial-state.ts'
import { playgroundsState } from '../playgrounds/initial-state.ts'
import { presenceState } from '../presence/initial-state.ts'
import { profileFieldsState } from '../profile-fields/initial-state.ts'
import { recentConversationsState, starredState, unreadState } from '../read-state/initial-state.ts'
import { realmState } from '../realm/initial-state.ts'
import { remindersState } from '../reminders/initial-state.ts'
import { savedSnippetsState } from '../saved-snippets/initial-state.ts'
import { scheduledMessagesState } from '../scheduled-messages/initial-state.ts'
import { stopWordsState } from '../search/initial-state.ts'
import { userStatusState } from '../status/initial-state.ts'
import { mutedTopicsState, userTopicsState } from '../user-topics/initial-state.ts'
import { settingsDefaultsState, userSettingsState, usersState } from '../users/initial-state.ts'
import { gifState } from './gif-state.ts'
import { missingState } from './missing-state.ts'
import type { StateSlice } from './snapshot.ts'

/** All parts of register's answer. */
export const SLICES: readonly StateSlice[] = [
  realmState,
  usersState,
  userSettingsState,
  settingsDefaultsState,
  groupsState,
  emojiState,
  profileFieldsState,
  alertWordsState,
  botsState,
  integrationsState,
  presenceState,
  mutedUsersState,
  userStatusState,
  linkifiersState,
  filtersState,
  domainsState,
  playgroundsState,
  channelsState,
  subscriptionsState,
  defaultChannelsState,
  foldersState,
  defaultGroupsState,
  messagesState,
  unreadState,
  starredState,
  recentConversationsState,
  userTopicsState,
  mutedTopicsState,
  draftsState,
  savedSnippetsState,
  navigationViewsState,
  devicesState,
  callTokensState,
  scheduledMessagesState,
  remindersState,
  onboardingState,
  stopWordsState,
  ...missingState,
  ...gifState,
]

/**
 * `null` selects everything. Unread messages need both of their types. The old form of muted topics is left out if the
 * new one is requested.
 */
export function wantedSlices<Slice extends { readonly types: readonly string[] }>(
  slices: readonly Slice[],
  types: readonly string[] | null,
): readonly Slice[] {
  if (types === null) return slices
  const has = (type: string) => types.includes(type)
  return slices.filter((slice) => {
    if (slice.types.includes('update_message_flags') && !has('message')) return false
    if (slice.types.includes('muted_topics') && has('user_topic')) return false
    return slice.types.some(has)
  })
}
