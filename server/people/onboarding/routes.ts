import { markOnboardingStep } from '../../../api/endpoints/onboarding.ts'
import { route } from '../../kernel/http/route.ts'
import { markStep } from './mark-step.ts'

export const onboardingRoutes = {
  markOnboardingStep: route(markOnboardingStep, async (call) => {
    await call.transact((tx) => markStep(tx, call.params.onboarding_step))
    return {}
  }),
}
