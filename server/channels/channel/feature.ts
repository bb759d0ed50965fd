import { feature } from '../../kernel/feature.ts'
import { channelVariants } from './event-variants.ts'

/** One channel: its row, its form on the wire and who knows that it exists. */
export const channelFeature = feature({
  shares: ['event-variants', 'known-through-groups', 'present', 'queries'],
  variants: channelVariants,
})
