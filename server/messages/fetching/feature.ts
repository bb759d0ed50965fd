import { feature } from '../../kernel/feature.ts'
import { flagReader } from './flag-reader.ts'
import { fetchingRoutes } from './routes.ts'

export const fetchingFeature = feature({
  shares: ['anchor', 'fetch-message', 'fetch-messages', 'find-pages', 'narrow'],
  routes: fetchingRoutes,
  hooks: { flagReader },
})
