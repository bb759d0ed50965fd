import * as z from 'zod'
import { endpoint } from '../contract.ts'

export const markOnboardingStep = endpoint({
  method: 'POST',
  path: '/users/me/onboarding_steps',
  id: 'mark-onboarding-step-as-read',
  group: 'Settings',
  summary: 'Say that an introduction was seen',
  description: 'Marks an introduction as seen, so that clients do not show it to the caller again.',
  auth: 'user',
  params: { onboarding_step: z.string().max(100).describe('The name of the introduction.') },
  result: {},
  errors: ['BAD_REQUEST'],
  emits: ['onboarding_steps'],
})
