import { channelVariants } from './channels/event-variants.ts'
import { emojiVariants } from './emoji/event-variants.ts'
import type { VariantTable } from './events/event-variants.ts'
import { groupVariants } from './groups/event-variants.ts'
import { linkifierVariants } from './linkifiers/event-variants.ts'
import { messageVariants } from './messages/event-variants.ts'
import { presenceVariants } from './presence/event-variants.ts'
import { readStateVariants } from './read-state/event-variants.ts'
import { typingVariants } from './typing/event-variants.ts'
import { userTopicVariants } from './user-topics/event-variants.ts'
import { userVariants } from './users/event-variants.ts'

/** The event variants of all features. */
export const EVENT_VARIANTS: VariantTable = new Map([
  ...channelVariants,
  ...groupVariants,
  ...emojiVariants,
  ...linkifierVariants,
  ...messageVariants,
  ...readStateVariants,
  ...presenceVariants,
  ...typingVariants,
  ...userTopicVariants,
  ...userVariants,
])
