import type { endpoints } from '../api/endpoints/index.ts'
import { alertWordRoutes } from './alert-words/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { authenticationRoutes } from './authentication/routes.ts'
import { avatarPages, avatarRoutes } from './avatars/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import type { Context } from './context.ts'
import { domainRoutes } from './domains/routes.ts'
import { emojiPages, emojiRoutes } from './emoji/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import type { FilePage } from './http/pages/file-pages.ts'
import type { Route } from './http/route.ts'
import { createServer, type HttpServer } from './http/server.ts'
import { linkifierRoutes } from './linkifiers/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { playgroundRoutes } from './playgrounds/routes.ts'
import { profileFieldRoutes } from './profile-fields/routes.ts'
import { reactionRoutes } from './reactions/routes.ts'
import { readStateRoutes } from './read-state/routes.ts'
import { realmRoutes } from './realm/routes.ts'
import { realmPicturePages, realmPictureRoutes } from './realm-pictures/routes.ts'
import { registerRoutes } from './register/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { typingRoutes } from './typing/routes.ts'
import { userRoutes } from './users/routes.ts'

type Endpoints = typeof endpoints

/** All routes. This compiles only when every endpoint has its own route. */
export const routes = {
  ...authenticationRoutes,
  ...realmRoutes,
  ...realmPictureRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...avatarRoutes,
  ...onboardingRoutes,
  ...channelRoutes,
  ...groupRoutes,
  ...emojiRoutes,
  ...profileFieldRoutes,
  ...alertWordRoutes,
  ...linkifierRoutes,
  ...domainRoutes,
  ...playgroundRoutes,
  ...auditRoutes,
  ...messageRoutes,
  ...reactionRoutes,
  ...readStateRoutes,
  ...typingRoutes,
  ...registerRoutes,
} satisfies { [Name in keyof Endpoints]: Route<Endpoints[Name]> }

/** What is not JSON. */
export const filePages: readonly FilePage[] = [...avatarPages, ...emojiPages, ...realmPicturePages]

export const buildApp = (ctx: Context): HttpServer => createServer(ctx, routes, filePages)
