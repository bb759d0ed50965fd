import { feature } from '../../kernel/feature.ts'
import { auditInvariants } from './invariants.ts'
import { auditRoutes } from './routes.ts'

export const auditFeature = feature({
  routes: auditRoutes,
  invariants: auditInvariants,
})
