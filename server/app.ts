import type { endpoints } from '../api/endpoints/index.ts'
import { authenticationRoutes } from './authentication/routes.ts'
import { avatarPages, avatarRoutes } from './avatars/routes.ts'
import { channelRoutes } from './channels/routes.ts'
import type { Context } from './context.ts'
import { groupRoutes } from './groups/routes.ts'
import type { FilePage } from './http/pages/file-pages.ts'
import type { Route } from './http/route.ts'
import { createServer, type HttpServer } from './http/server.ts'
import { messageRoutes } from './messages/routes.ts'
import { reactionRoutes } from './reactions/routes.ts'
import { readStateRoutes } from './read-state/routes.ts'
import { realmRoutes } from './realm/routes.ts'
import { registerRoutes } from './register/routes.ts'
import { typingRoutes } from './typing/routes.ts'
import { userRoutes } from './users/routes.ts'

/** All routes. It does not compile while an endpoint of the contract has none. */
export const routes = {
  ...authenticationRoutes,
  ...realmRoutes,
  ...userRoutes,
  ...avatarRoutes,
  ...channelRoutes,
  ...groupRoutes,
  ...messageRoutes,
  ...reactionRoutes,
  ...readStateRoutes,
  ...typingRoutes,
  ...registerRoutes,
} satisfies Record<keyof typeof endpoints, Route>

/** Pages that do not return JSON. */
export const filePages: readonly FilePage[] = [...avatarPages]

export const buildApp = (ctx: Context): HttpServer => createServer(ctx, routes, filePages)
