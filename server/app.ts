import type { endpoints } from '../api/endpoints/index.ts'
import { authenticationRoutes } from './accounts/authentication/routes.ts'
import { invitationRoutes } from './accounts/invitations/routes.ts'
import { formPages } from './accounts/pages/routes.ts'
import { sessionRoutes } from './accounts/sessions/routes.ts'
import { storeSessionUse } from './accounts/sessions/store-session-use.ts'
import { channelFolderRoutes } from './channels/channel-folders/routes.ts'
import { defaultChannelRoutes } from './channels/default-channel-groups/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { subscriptionRoutes } from './channels/subscriptions/routes.ts'
import { userTopicRoutes } from './channels/user-topics/routes.ts'
import type { Context } from './context.ts'
import type { FilePage } from './kernel/http/pages/file-pages.ts'
import type { Route } from './kernel/http/route.ts'
import { createServer, type HttpServer } from './kernel/http/server.ts'
import { registerRoutes } from './kernel/register/routes.ts'
import { draftRoutes } from './messages/drafts/routes.ts'
import { externalContentPages } from './messages/external-content/page-routes.ts'
import { mutedUserRoutes } from './messages/muted-users/routes.ts'
import { reactionRoutes } from './messages/reactions/routes.ts'
import { readStateRoutes } from './messages/read-state/routes.ts'
import { recentConversationRoutes } from './messages/recent-conversations/routes.ts'
import { reminderRoutes } from './messages/reminders/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { savedSnippetRoutes } from './messages/saved-snippets/routes.ts'
import { scheduledMessageRoutes } from './messages/scheduled-messages/routes.ts'
import { commandRoutes } from './messages/slash-commands/routes.ts'
import { summaryRoutes } from './messages/summaries/routes.ts'
import { typingRoutes } from './messages/typing/routes.ts'
import { uploadPages } from './messages/uploads/page-routes.ts'
import { resumableUploadPages } from './messages/uploads/resumable/page-routes.ts'
import { uploadFileRoute, uploadRoutes } from './messages/uploads/routes.ts'
import { widgetRoutes } from './messages/widgets/routes.ts'
import { doctorPages } from './operations/doctor/page-routes.ts'
import { exportPages, exportRoutes } from './operations/exports/routes.ts'
import { auditRoutes } from './organization/audit/routes.ts'
import { domainRoutes } from './organization/domains/routes.ts'
import { emojiPages, emojiRoutes } from './organization/emoji/routes.ts'
import { linkifierRoutes } from './organization/linkifiers/routes.ts'
import { playgroundRoutes } from './organization/playgrounds/routes.ts'
import { realmRoutes } from './organization/realm/routes.ts'
import { realmPicturePages, realmPictureRoutes } from './organization/realm-pictures/routes.ts'
import { callPages, callRoutes } from './outside/calls/routes.ts'
import { deviceRoutes } from './outside/devices/routes.ts'
import { integrationRoutes } from './outside/integrations/routes.ts'
import { alertWordRoutes } from './people/alert-words/routes.ts'
import { avatarPages, avatarRoutes } from './people/avatars/routes.ts'
import { botStorageRoutes } from './people/bot-storage/routes.ts'
import { botRoutes } from './people/bots/routes.ts'
import { groupRoutes } from './people/groups/routes.ts'
import { navigationViewRoutes } from './people/navigation-views/routes.ts'
import { onboardingRoutes } from './people/onboarding/routes.ts'
import { presenceRoutes } from './people/presence/routes.ts'
import { profileFieldRoutes } from './people/profile-fields/routes.ts'
import { settingsRoutes } from './people/settings/routes.ts'
import { statusRoutes } from './people/status/routes.ts'
import { userRoutes } from './people/users/routes.ts'

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
  const pages = {
    filePages,
    formPages,
    streamPages: [...resumableUploadPages, ...doctorPages],
    sessionUsed: storeSessionUse(ctx),
  }
  return createServer(ctx, { ...routes, uploadFile }, pages)
}
