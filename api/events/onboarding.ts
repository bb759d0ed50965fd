import * as z from 'zod'
import { OnboardingStep } from '../objects/personal.ts'
import { event } from './base.ts'

export const OnboardingSteps = event('onboarding_steps', {
  onboarding_steps: z.array(OnboardingStep).describe('The introductions that are still to be shown.'),
}).describe('The introductions that the user has not seen changed.')
