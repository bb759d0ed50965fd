import { authenticationFeature } from './accounts/authentication/feature.ts'
import { deactivationFeature } from './accounts/deactivation/feature.ts'
import { invitationsFeature } from './accounts/invitations/feature.ts'
import { joiningFeature } from './accounts/joining/feature.ts'
import { pagesFeature } from './accounts/pages/feature.ts'
import { passwordResetFeature } from './accounts/password-reset/feature.ts'
import { sessionsFeature } from './accounts/sessions/feature.ts'
import { signUpFeature } from './accounts/sign-up/feature.ts'
import { singleSignOnFeature } from './accounts/single-sign-on/feature.ts'
import { activityFeature } from './channels/activity/feature.ts'
import { channelFeature } from './channels/channel/feature.ts'
import { channelFoldersFeature } from './channels/channel-folders/feature.ts'
import { defaultChannelGroupsFeature } from './channels/default-channel-groups/feature.ts'
import { channelsFeature } from './channels/feature.ts'
import { channelNoticesFeature } from './channels/notices/feature.ts'
import { subscriptionsFeature } from './channels/subscriptions/feature.ts'
import { userTopicsFeature } from './channels/user-topics/feature.ts'
import { registerFeature } from './kernel/register/feature.ts'
import { deletingFeature } from './messages/deleting/feature.ts'
import { draftsFeature } from './messages/drafts/feature.ts'
import { editingFeature } from './messages/editing/feature.ts'
import { externalContentFeature } from './messages/external-content/feature.ts'
import { messagesFeature } from './messages/feature.ts'
import { fetchingFeature } from './messages/fetching/feature.ts'
import { historyFeature } from './messages/history/feature.ts'
import { linkPreviewsFeature } from './messages/link-previews/feature.ts'
import { mutedUsersFeature } from './messages/muted-users/feature.ts'
import { reactionsFeature } from './messages/reactions/feature.ts'
import { readStateFeature } from './messages/read-state/feature.ts'
import { recentConversationsFeature } from './messages/recent-conversations/feature.ts'
import { remindersFeature } from './messages/reminders/feature.ts'
import { reportingFeature } from './messages/reporting/feature.ts'
import { retentionFeature } from './messages/retention/feature.ts'
import { savedSnippetsFeature } from './messages/saved-snippets/feature.ts'
import { scheduledMessagesFeature } from './messages/scheduled-messages/feature.ts'
import { searchFeature } from './messages/search/feature.ts'
import { sendingFeature } from './messages/sending/feature.ts'
import { slashCommandsFeature } from './messages/slash-commands/feature.ts'
import { summariesFeature } from './messages/summaries/feature.ts'
import { typingFeature } from './messages/typing/feature.ts'
import { uploadsFeature } from './messages/uploads/feature.ts'
import { widgetsFeature } from './messages/widgets/feature.ts'
import { backupFeature } from './operations/backup/feature.ts'
import { doctorFeature } from './operations/doctor/feature.ts'
import { exportsFeature } from './operations/exports/feature.ts'
import { foundingFeature } from './operations/founding/feature.ts'
import { fsckFeature } from './operations/fsck/feature.ts'
import { importsFeature } from './operations/imports/feature.ts'
import { populateFeature } from './operations/populate/feature.ts'
import { auditFeature } from './organization/audit/feature.ts'
import { domainsFeature } from './organization/domains/feature.ts'
import { emojiFeature } from './organization/emoji/feature.ts'
import { linkifiersFeature } from './organization/linkifiers/feature.ts'
import { playgroundsFeature } from './organization/playgrounds/feature.ts'
import { realmFeature } from './organization/realm/feature.ts'
import { realmPicturesFeature } from './organization/realm-pictures/feature.ts'
import { signInMethodsFeature } from './organization/sign-in-methods/feature.ts'
import { callsFeature } from './outside/calls/feature.ts'
import { devicesFeature } from './outside/devices/feature.ts'
import { digestMailFeature } from './outside/digest-mail/feature.ts'
import { incomingMailFeature } from './outside/incoming-mail/feature.ts'
import { integrationsFeature } from './outside/integrations/feature.ts'
import { mailFeature } from './outside/mail/feature.ts'
import { missedMailFeature } from './outside/missed-mail/feature.ts'
import { oauthFeature } from './outside/oauth/feature.ts'
import { webhooksFeature } from './outside/webhooks/feature.ts'
import { alertWordsFeature } from './people/alert-words/feature.ts'
import { avatarsFeature } from './people/avatars/feature.ts'
import { botStorageFeature } from './people/bot-storage/feature.ts'
import { botsFeature } from './people/bots/feature.ts'
import { groupsFeature } from './people/groups/feature.ts'
import { navigationViewsFeature } from './people/navigation-views/feature.ts'
import { onboardingFeature } from './people/onboarding/feature.ts'
import { presenceFeature } from './people/presence/feature.ts'
import { profileFieldsFeature } from './people/profile-fields/feature.ts'
import { settingsFeature } from './people/settings/feature.ts'
import { sightFeature } from './people/sight/feature.ts'
import { statusFeature } from './people/status/feature.ts'
import { usersFeature } from './people/users/feature.ts'

/** All features: the process is made of them. Their state in register has this order. */
export const features = [
  realmFeature,
  sightFeature,
  usersFeature,
  settingsFeature,
  avatarsFeature,
  groupsFeature,
  emojiFeature,
  realmPicturesFeature,
  profileFieldsFeature,
  alertWordsFeature,
  botsFeature,
  botStorageFeature,
  integrationsFeature,
  presenceFeature,
  mutedUsersFeature,
  statusFeature,
  linkifiersFeature,
  domainsFeature,
  playgroundsFeature,
  auditFeature,
  channelFeature,
  channelsFeature,
  subscriptionsFeature,
  channelNoticesFeature,
  channelFoldersFeature,
  defaultChannelGroupsFeature,
  messagesFeature,
  sendingFeature,
  fetchingFeature,
  historyFeature,
  editingFeature,
  deletingFeature,
  reportingFeature,
  retentionFeature,
  uploadsFeature,
  reactionsFeature,
  widgetsFeature,
  readStateFeature,
  recentConversationsFeature,
  webhooksFeature,
  userTopicsFeature,
  activityFeature,
  linkPreviewsFeature,
  draftsFeature,
  savedSnippetsFeature,
  navigationViewsFeature,
  devicesFeature,
  callsFeature,
  scheduledMessagesFeature,
  remindersFeature,
  onboardingFeature,
  searchFeature,
  registerFeature,
  typingFeature,
  slashCommandsFeature,
  summariesFeature,
  externalContentFeature,
  missedMailFeature,
  digestMailFeature,
  authenticationFeature,
  sessionsFeature,
  singleSignOnFeature,
  invitationsFeature,
  joiningFeature,
  deactivationFeature,
  passwordResetFeature,
  signUpFeature,
  pagesFeature,
  exportsFeature,
  doctorFeature,
  fsckFeature,
  oauthFeature,
  mailFeature,
  incomingMailFeature,
  signInMethodsFeature,
  populateFeature,
  importsFeature,
  foundingFeature,
  backupFeature,
] as const
