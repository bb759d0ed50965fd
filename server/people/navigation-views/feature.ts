import { feature } from '../../kernel/feature.ts'
import { navigationViewsState } from './initial-state.ts'
import { navigationViewRoutes } from './routes.ts'

export const navigationViewsFeature = feature({
  routes: navigationViewRoutes,
  state: [navigationViewsState],
  visitorState: [{ types: ['navigation_views'], take: () => ({ navigation_views: [] }) }],
})
