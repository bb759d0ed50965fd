import { feature } from '../../kernel/feature.ts'
import { commandRoutes } from './routes.ts'

export const slashCommandsFeature = feature({
  routes: commandRoutes,
})
