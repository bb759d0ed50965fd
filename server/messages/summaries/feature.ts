import { feature } from '../../kernel/feature.ts'
import { summaryRoutes } from './routes.ts'
import { summaryModel } from './summary-model.ts'

export const summariesFeature = feature({
  routes: summaryRoutes,
  resources: [summaryModel],
})
