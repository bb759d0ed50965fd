import { foldersState } from '../../channels/channel-folders/initial-state.ts'
import { defaultGroupsState } from '../../channels/default-channel-groups/initial-state.ts'
import { channelsState, defaultChannelsState, subscriptionsState } from '../../channels/initial-state.ts'
import { mutedTopicsState, userTopicsState } from '../../channels/user-topics/initial-state.ts'
import { draftsState } from '../../messages/drafts/initial-state.ts'
import { messagesState } from '../../messages/initial-state.ts'
import { mutedUsersState } from '../../messages/muted-users/initial-state.ts'
import { recentConversationsState, starredState, unreadState } from '../../messages/read-state/initial-state.ts'
import { remindersState } from '../../messages/reminders/initial-state.ts'
import { savedSnippetsState } from '../../messages/saved-snippets/initial-state.ts'
import { scheduledMessagesState } from '../../messages/scheduled-messages/initial-state.ts'
import { stopWordsState } from '../../messages/search/initial-state.ts'
import { domainsState } from '../../organization/domains/initial-state.ts'
import { emojiState } from '../../organization/emoji/initial-state.ts'
import { filtersState, linkifiersState } from '../../organization/linkifiers/initial-state.ts'
import { playgroundsState } from '../../organization/playgrounds/initial-state.ts'
import { realmState } from '../../organization/realm/initial-state.ts'
import { callTokensState } from '../../outside/calls/initial-state.ts'
import { devicesState } from '../../outside/devices/initial-state.ts'
import { integrationsState } from '../../outside/integrations/initial-state.ts'
import { alertWordsState } from '../../people/alert-words/initial-state.ts'
import { botsState } from '../../people/bots/initial-state.ts'
import { groupsState } from '../../people/groups/initial-state.ts'
import { navigationViewsState } from '../../people/navigation-views/initial-state.ts'
import { onboardingState } from '../../people/onboarding/initial-state.ts'
import { presenceState } from '../../people/presence/initial-state.ts'
import { profileFieldsState } from '../../people/profile-fields/initial-state.ts'
import { userStatusState } from '../../people/status/initial-state.ts'
import { settingsDefaultsState, userSettingsState, usersState } from '../../people/users/initial-state.ts'
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
