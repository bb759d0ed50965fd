import { feature } from '../../kernel/feature.ts'
import { typingVariants } from './event-variants.ts'
import { typingRoutes } from './routes.ts'

export const typingFeature = feature({
  routes: typingRoutes,
  variants: typingVariants,
})
