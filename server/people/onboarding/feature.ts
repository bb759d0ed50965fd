import { feature } from '../../kernel/feature.ts'
import { onboardingState, visitorOnboardingState } from './initial-state.ts'
import { onboardingInvariants } from './invariants.ts'
import { onboardingRoutes } from './routes.ts'

export const onboardingFeature = feature({
  routes: onboardingRoutes,
  state: [onboardingState],
  visitorState: [visitorOnboardingState],
  invariants: onboardingInvariants,
})
