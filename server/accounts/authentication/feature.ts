import { feature } from '../../kernel/feature.ts'
import { authenticationRoutes } from './routes.ts'

export const authenticationFeature = feature({
  shares: ['check-password', 'enter-account', 'json-web-token'],
  routes: authenticationRoutes,
})
