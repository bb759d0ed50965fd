import { devFetchApiKey, devListUsers, fetchApiKey, getServerSettings } from './authentication.ts'
import { deleteAvatar, uploadAvatar } from './avatars.ts'
import { getStreams, subscribe } from './channels.ts'
import { deleteQueue, getEvents, registerQueue } from './events.ts'
import { updateMessageFlags } from './flags.ts'
import { getMessage, getMessages, renderMessage, sendMessage } from './messages.ts'
import { markOnboardingStep } from './onboarding.ts'
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
import { setTypingStatus } from './typing.ts'
import { createUserGroup, deactivateUserGroup, updateUserGroup } from './user-groups.ts'
import { createUser, getOwnUser, getUsers } from './users.ts'

/** Every operation that exists. The server does not compile while one of them has no route. */
export const endpoints = {
  fetchApiKey,
  devFetchApiKey,
  devListUsers,
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
  getOwnUser,
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
  createUserGroup,
  updateUserGroup,
  deactivateUserGroup,
  setTypingStatus,
  registerQueue,
  getEvents,
  deleteQueue,
}
