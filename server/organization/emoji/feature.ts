import { feature } from '../../kernel/feature.ts'
import { emojiVariants } from './event-variants.ts'
import { emojiState } from './initial-state.ts'
import { emojiInvariants } from './invariants.ts'
import { emojiPages, emojiRoutes } from './routes.ts'

export const emojiFeature = feature({
  shares: ['choose-emoji', 'emoji-files', 'emoji-list', 'emoji-name', 'reaction-present'],
  routes: emojiRoutes,
  filePages: emojiPages,
  state: [emojiState],
  visitorState: [emojiState],
  variants: emojiVariants,
  invariants: emojiInvariants,
})
