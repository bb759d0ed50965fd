import { feature } from '../../kernel/feature.ts'
import { integrationsState } from './initial-state.ts'
import { integrationRoutes } from './routes.ts'

export const integrationsFeature = feature({
  shares: ['slack-text', 'text'],
  routes: integrationRoutes,
  state: [integrationsState],
  visitorState: [integrationsState],
})
