import { alertWordsState } from '../alert-words/initial-state.ts'
import { channelsState, defaultChannelsState, subscriptionsState } from '../channels/initial-state.ts'
import { domainsState } from '../domains/initial-state.ts'
import { emojiState } from '../emoji/initial-state.ts'
import { groupsState } from '../groups/initial-state.ts'
import { filtersState, linkifiersState } from '../linkifiers/initial-state.ts'
import { messagesState } from '../messages/initial-state.ts'
import { onboardingState } from '../onboarding/initial-state.ts'
import { playgroundsState } from '../playgrounds/initial-state.ts'
import { profileFieldsState } from '../profile-fields/initial-state.ts'
import { recentConversationsState, starredState, unreadState } from '../read-state/initial-state.ts'
import { realmState } from '../realm/initial-state.ts'
import { settingsDefaultsState, userSettingsState, usersState } from '../users/initial-state.ts'
import { missingState } from './missing-state.ts'
import type { StateSlice } from './snapshot.ts'

/** Every piece of register's answer. */
export const SLICES: readonly StateSlice[] = [
  realmState,
  usersState,
  userSettingsState,
  settingsDefaultsState,
  groupsState,
  emojiState,
  profileFieldsState,
  alertWordsState,
  linkifiersState,
  filtersState,
  domainsState,
  playgroundsState,
  channelsState,
  subscriptionsState,
  defaultChannelsState,
  messagesState,
  unreadState,
  starredState,
  recentConversationsState,
  onboardingState,
  ...missingState,
]

/** `null` asks for everything. Unread messages need both of their types; the old form of muted topics yields to the new. */
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
