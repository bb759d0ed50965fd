import type { endpoints } from '../api/endpoints/index.ts'
import { alertWordRoutes } from './alert-words/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { authenticationRoutes } from './authentication/routes.ts'
import { avatarPages, avatarRoutes } from './avatars/routes.ts'
import { botStorageRoutes } from './bot-storage/routes.ts'
import { botRoutes } from './bots/routes.ts'
import { callPages, callRoutes } from './calls/routes.ts'
import { channelFolderRoutes } from './channel-folders/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import type { Context } from './context.ts'
import { defaultChannelRoutes } from './default-channel-groups/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { domainRoutes } from './domains/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { emojiPages, emojiRoutes } from './emoji/routes.ts'
import { exportPages, exportRoutes } from './exports/routes.ts'
import { externalContentPages } from './external-content/page-routes.ts'
import { groupRoutes } from './groups/routes.ts'
import type { FilePage } from './http/pages/file-pages.ts'
import type { Route } from './http/route.ts'
import { createServer, type HttpServer } from './http/server.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { linkifierRoutes } from './linkifiers/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { mutedUserRoutes } from './muted-users/routes.ts'
import { navigationViewRoutes } from './navigation-views/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { playgroundRoutes } from './playgrounds/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { profileFieldRoutes } from './profile-fields/routes.ts'
import { reactionRoutes } from './reactions/routes.ts'
import { readStateRoutes } from './read-state/routes.ts'
import { realmRoutes } from './realm/routes.ts'
import { realmPicturePages, realmPictureRoutes } from './realm-pictures/routes.ts'
import { recentConversationRoutes } from './recent-conversations/routes.ts'
import { registerRoutes } from './register/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { savedSnippetRoutes } from './saved-snippets/routes.ts'
import { scheduledMessageRoutes } from './scheduled-messages/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { storeSessionUse } from './sessions/store-session-use.ts'
import { settingsRoutes } from './settings/routes.ts'
import { commandRoutes } from './slash-commands/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import { summaryRoutes } from './summaries/routes.ts'
import { typingRoutes } from './typing/routes.ts'
import { uploadPages } from './uploads/page-routes.ts'
import { resumableUploadPages } from './uploads/resumable/page-routes.ts'
import { uploadFileRoute, uploadRoutes } from './uploads/routes.ts'
import { userTopicRoutes } from './user-topics/routes.ts'
import { userRoutes } from './users/routes.ts'
import { formPages } from './web-pages/routes.ts'
import { widgetRoutes } from './widgets/routes.ts'

type Endpoints = typeof endpoints

/** All routes. This compiles only when every endpoint has its own route. */
export const routes = {
  ...authenticationRoutes,
  ...realmRoutes,
  ...realmPictureRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...commandRoutes,
  ...sessionRoutes,
  ...avatarRoutes,
  ...onboardingRoutes,
  ...channelRoutes,
  ...subscriptionRoutes,
  ...userTopicRoutes,
  ...channelFolderRoutes,
  ...defaultChannelRoutes,
  ...groupRoutes,
  ...emojiRoutes,
  ...profileFieldRoutes,
  ...alertWordRoutes,
  ...linkifierRoutes,
  ...domainRoutes,
  ...invitationRoutes,
  ...playgroundRoutes,
  ...callRoutes,
  ...exportRoutes,
  ...auditRoutes,
  ...messageRoutes,
  ...summaryRoutes,
  ...recentConversationRoutes,
  ...reactionRoutes,
  ...widgetRoutes,
  ...readStateRoutes,
  ...draftRoutes,
  ...savedSnippetRoutes,
  ...navigationViewRoutes,
  ...deviceRoutes,
  ...scheduledMessageRoutes,
  ...reminderRoutes,
  ...uploadRoutes,
  ...mutedUserRoutes,
  ...botRoutes,
  ...botStorageRoutes,
  ...integrationRoutes,
  ...presenceRoutes,
  ...statusRoutes,
  ...typingRoutes,
  ...registerRoutes,
} satisfies { [Name in keyof Endpoints]: Route<Endpoints[Name]> }

/** What is not JSON. */
export const filePages: readonly FilePage[] = [
  ...avatarPages,
  ...emojiPages,
  ...realmPicturePages,
  ...uploadPages,
  ...callPages,
  ...exportPages,
  ...externalContentPages,
]

export function buildApp(ctx: Context): HttpServer {
  const uploadFile = uploadFileRoute(ctx.config.maxFileUploadSizeMib)
  const pages = { filePages, formPages, streamPages: resumableUploadPages, sessionUsed: storeSessionUse(ctx) }
  return createServer(ctx, { ...routes, uploadFile }, pages)
}
