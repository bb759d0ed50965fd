import * as z from 'zod'
import { OnboardingStep } from '../objects/personal.ts'
import { event, registerFields } from './base.ts'

export const OnboardingSteps = event('onboarding_steps', {
  onboarding_steps: z.array(OnboardingStep).describe('The introductions that are still to be shown.'),
}).describe('The introductions that the user has not seen changed.')

export const onboardingStepsFields = registerFields('onboarding_steps', {
  onboarding_steps: z.array(OnboardingStep).describe('The hints for new users that the caller has not seen.'),
  navigation_tour_video_url: z
    .string()
    .nullable()
    .describe('The address of the introduction video. It is null when there is none.'),
})
