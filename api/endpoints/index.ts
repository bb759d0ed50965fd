import { addAlertWords, getAlertWords, removeAlertWords } from './alert-words.ts'
import { getAuditLog } from './audit.ts'
import { devFetchApiKey, devListUsers, fetchApiKey, getServerSettings } from './authentication.ts'
import { deleteAvatar, uploadAvatar } from './avatars.ts'
import {
  createChannelFolder,
  getChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
} from './channel-folders.ts'
import {
  archiveStream,
  createChannel,
  getStreamById,
  getStreamEmailAddress,
  getStreamId,
  getStreams,
  getSubscribers,
  subscribe,
  updateStream,
} from './channels.ts'
import {
  addDefaultStream,
  createDefaultStreamGroup,
  removeDefaultStream,
  removeDefaultStreamGroup,
  updateDefaultStreamGroup,
  updateDefaultStreamGroupStreams,
} from './default-channels.ts'
import { addRealmDomain, deleteRealmDomain, getRealmDomains, patchRealmDomain } from './domains.ts'
import { createDrafts, deleteDraft, editDraft, getDrafts } from './drafts.ts'
import { deactivateCustomEmoji, getCustomEmoji, uploadCustomEmoji } from './emoji.ts'
import { deleteQueue, getEvents, registerQueue } from './events.ts'
import { updateMessageFlags } from './flags.ts'
import { addLinkifier, getLinkifiers, removeLinkifier, reorderLinkifiers, updateLinkifier } from './linkifiers.ts'
import { getMessage, getMessages, renderMessage, sendMessage } from './messages.ts'
import { addNavigationView, editNavigationView, getNavigationViews, removeNavigationView } from './navigation-views.ts'
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
import { createMessageReminder, deleteReminder, getReminders } from './reminders.ts'
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, getSavedSnippets } from './saved-snippets.ts'
import {
  createScheduledMessage,
  deleteScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from './scheduled-messages.ts'
import {
  getSubscriptionStatus,
  getSubscriptions,
  getUserChannels,
  unsubscribe,
  updateSubscriptionProperty,
  updateSubscriptionSettings,
  updateSubscriptions,
} from './subscriptions.ts'
import { setTypingStatus } from './typing.ts'
import { checkThumbnailStatus, getAttachments, getFileTemporaryUrl, removeAttachment, uploadFile } from './uploads.ts'
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
import { getStreamTopics, muteTopic, updateUserTopic } from './user-topics.ts'
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
  getSubscriptions,
  unsubscribe,
  updateSubscriptions,
  updateSubscriptionSettings,
  updateSubscriptionProperty,
  getSubscriptionStatus,
  getUserChannels,
  getStreamTopics,
  updateUserTopic,
  muteTopic,
  getStreamById,
  getStreamId,
  getSubscribers,
  createChannel,
  updateStream,
  archiveStream,
  getStreamEmailAddress,
  addDefaultStream,
  removeDefaultStream,
  createDefaultStreamGroup,
  updateDefaultStreamGroup,
  removeDefaultStreamGroup,
  updateDefaultStreamGroupStreams,
  createChannelFolder,
  getChannelFolders,
  reorderChannelFolders,
  updateChannelFolder,
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
  getDrafts,
  createDrafts,
  editDraft,
  deleteDraft,
  getSavedSnippets,
  createSavedSnippet,
  editSavedSnippet,
  deleteSavedSnippet,
  getNavigationViews,
  addNavigationView,
  editNavigationView,
  removeNavigationView,
  getScheduledMessages,
  createScheduledMessage,
  updateScheduledMessage,
  deleteScheduledMessage,
  getReminders,
  createMessageReminder,
  deleteReminder,
  uploadFile,
  getFileTemporaryUrl,
  checkThumbnailStatus,
  getAttachments,
  removeAttachment,
  getAuditLog,
  setTypingStatus,
  registerQueue,
  getEvents,
  deleteQueue,
}
