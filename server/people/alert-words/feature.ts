import { feature } from '../../kernel/feature.ts'
import { alertWordsState } from './initial-state.ts'
import { alertWordsInvariants } from './invariants.ts'
import { alertWordRoutes } from './routes.ts'

export const alertWordsFeature = feature({
  routes: alertWordRoutes,
  state: [alertWordsState],
  visitorState: [{ types: ['alert_words'], take: () => ({ alert_words: [] }) }],
  invariants: alertWordsInvariants,
})
