import { feature } from '../../kernel/feature.ts'
import { editingRoutes } from './routes.ts'

export const editingFeature = feature({
  shares: ['access'],
  routes: editingRoutes,
})
