import { channelVariants } from './channels/event-variants.ts'
import type { VariantTable } from './events/event-variants.ts'
import { groupVariants } from './groups/event-variants.ts'
import { readStateVariants } from './read-state/event-variants.ts'
import { typingVariants } from './typing/event-variants.ts'

/** The event variants of all features. */
export const EVENT_VARIANTS: VariantTable = new Map([
  ...channelVariants,
  ...groupVariants,
  ...readStateVariants,
  ...typingVariants,
])
