import type { endpoints } from '../api/endpoints/index.ts'
import { features } from './features.ts'
import type { Context } from './kernel/context.ts'
import { allOf, hooksOf, routesOf } from './kernel/feature.ts'
import type { Route } from './kernel/http/route.ts'
import { createServer, type HttpServer } from './kernel/http/server.ts'
import { registerRoutes } from './kernel/register/routes.ts'

type Endpoints = typeof endpoints

/** All routes. This compiles only when every endpoint has its own route. */
const routes = {
  ...routesOf(features),
  ...registerRoutes({ state: allOf(features, 'state'), visitorState: allOf(features, 'visitorState') }),
} satisfies { [Name in keyof Endpoints]: Route<Endpoints[Name]> }

export const buildApp = (ctx: Context): HttpServer =>
  createServer(ctx, routes, {
    filePages: allOf(features, 'filePages'),
    formPages: allOf(features, 'formPages'),
    streamPages: allOf(features, 'streamPages'),
    sessionUsed: hooksOf(features).sessionUsed(ctx),
  })
