import { feature } from '../../kernel/feature.ts'
import { callTokensState } from './initial-state.ts'
import { callsInvariants } from './invariants.ts'
import { presentTokens } from './present.ts'
import { callPages, callRoutes } from './routes.ts'

export const callsFeature = feature({
  shares: ['account-provider', 'change-token', 'connect-account', 'sign-in-first'],
  routes: callRoutes,
  filePages: callPages,
  state: [callTokensState],
  visitorState: [{ types: ['video_calls'], take: () => presentTokens([]) }],
  invariants: callsInvariants,
})
