import { feature } from '../../kernel/feature.ts'
import { historyRoutes } from './routes.ts'

export const historyFeature = feature({
  shares: ['html-diff'],
  routes: historyRoutes,
})
