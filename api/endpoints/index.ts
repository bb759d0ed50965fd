import { addAlertWords, getAlertWords, removeAlertWords } from './alert-words.ts'
import { getAuditLog } from './audit.ts'
import {
  devFetchApiKey,
  devListUsers,
  fetchApiKey,
  getServerSettings,
  jwtFetchApiKey,
  regenerateApiKey,
} from './authentication.ts'
import { deleteAvatar, uploadAvatar } from './avatars.ts'
import { getStreams, subscribe } from './channels.ts'
import { addRealmDomain, deleteRealmDomain, getRealmDomains, patchRealmDomain } from './domains.ts'
import { deactivateCustomEmoji, getCustomEmoji, uploadCustomEmoji } from './emoji.ts'
import { deleteQueue, getEvents, registerQueue } from './events.ts'
import { updateMessageFlags } from './flags.ts'
import { addLinkifier, getLinkifiers, removeLinkifier, reorderLinkifiers, updateLinkifier } from './linkifiers.ts'
import { getMessage, getMessages, renderMessage, sendMessage } from './messages.ts'
import { markOnboardingStep } from './onboarding.ts'
import { addCodePlayground, removeCodePlayground } from './playgrounds.ts'
import {
  createCustomProfileField,
  deleteCustomProfileField,
  getCustomProfileFields,
  removeProfileData,
  reorderCustomProfileFields,
  updateCustomProfileField,
  updateProfileData,
} from './profile-fields.ts'
import { addReaction, removeReaction } from './reactions.ts'
import { deactivateRealm, testWelcomeBotCustomMessage, updateRealm, updateRealmUserSettingsDefaults } from './realm.ts'
import {
  deleteRealmIcon,
  deleteRealmLogo,
  getRealmIcon,
  getRealmLogo,
  uploadRealmIcon,
  uploadRealmLogo,
} from './realm-pictures.ts'
import { updateDisplaySettings, updateNotificationSettings, updateSettings } from './settings.ts'
import { setTypingStatus } from './typing.ts'
import {
  createUserGroup,
  deactivateUserGroup,
  getIsUserGroupMember,
  getUserGroupMembers,
  getUserGroupSubgroups,
  getUserGroups,
  updateUserGroup,
  updateUserGroupMembers,
  updateUserGroupSubgroups,
} from './user-groups.ts'
import {
  createUser,
  deactivateOwnUser,
  deactivateUser,
  getOwnUser,
  getUser,
  getUserByEmail,
  getUsers,
  reactivateUser,
  updateUser,
  updateUserByEmail,
} from './users.ts'

/** Every operation that exists. The server does not compile while one of them has no route. */
export const endpoints = {
  fetchApiKey,
  devFetchApiKey,
  devListUsers,
  jwtFetchApiKey,
  regenerateApiKey,
  getServerSettings,
  updateRealm,
  deactivateRealm,
  updateRealmUserSettingsDefaults,
  testWelcomeBotCustomMessage,
  uploadRealmIcon,
  deleteRealmIcon,
  getRealmIcon,
  uploadRealmLogo,
  deleteRealmLogo,
  getRealmLogo,
  getUsers,
  createUser,
  getUser,
  getUserByEmail,
  getOwnUser,
  updateUser,
  updateUserByEmail,
  deactivateUser,
  deactivateOwnUser,
  reactivateUser,
  updateSettings,
  updateDisplaySettings,
  updateNotificationSettings,
  uploadAvatar,
  deleteAvatar,
  markOnboardingStep,
  subscribe,
  getStreams,
  sendMessage,
  renderMessage,
  getMessages,
  getMessage,
  addReaction,
  removeReaction,
  updateMessageFlags,
  getUserGroups,
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  uploadCustomEmoji,
  deactivateCustomEmoji,
  getCustomEmoji,
  getCustomProfileFields,
  createCustomProfileField,
  reorderCustomProfileFields,
  updateCustomProfileField,
  deleteCustomProfileField,
  updateProfileData,
  removeProfileData,
  updateUserGroupMembers,
  getUserGroupMembers,
  getIsUserGroupMember,
  updateUserGroupSubgroups,
  getUserGroupSubgroups,
  getLinkifiers,
  reorderLinkifiers,
  addLinkifier,
  updateLinkifier,
  removeLinkifier,
  getRealmDomains,
  addRealmDomain,
  patchRealmDomain,
  deleteRealmDomain,
  addCodePlayground,
  removeCodePlayground,
  getAlertWords,
  addAlertWords,
  removeAlertWords,
  getAuditLog,
  setTypingStatus,
  registerQueue,
  getEvents,
  deleteQueue,
}
