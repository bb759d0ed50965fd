import { feature } from '../../kernel/feature.ts'
import { botStorageInvariants } from './invariants.ts'
import { botStorageRoutes } from './routes.ts'

export const botStorageFeature = feature({
  shares: ['access'],
  routes: botStorageRoutes,
  invariants: botStorageInvariants,
})
