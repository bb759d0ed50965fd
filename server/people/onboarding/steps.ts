import type { z } from 'zod'
import type { OnboardingStep } from '../../../api/objects/personal.ts'

/** Introductions that clients show once to every account. */
const STEPS = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
]

export const isStep = (name: string): boolean => STEPS.includes(name)

/** Those that are still to be shown, as clients get them. */
export const stepsLeft = (seen: ReadonlySet<string>): z.infer<typeof OnboardingStep>[] =>
  STEPS.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }))
