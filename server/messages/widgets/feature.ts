import { feature } from '../../kernel/feature.ts'
import { widgetsInvariants } from './invariants.ts'
import { widgetRoutes } from './routes.ts'

export const widgetsFeature = feature({
  shares: ['check-form', 'queries', 'read-widget'],
  routes: widgetRoutes,
  invariants: widgetsInvariants,
})
