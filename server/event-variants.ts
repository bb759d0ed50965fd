import { channelVariants } from './channels/event-variants.ts'
import { userTopicVariants } from './channels/user-topics/event-variants.ts'
import type { VariantTable } from './kernel/events/event-variants.ts'
import { messageVariants } from './messages/event-variants.ts'
import { readStateVariants } from './messages/read-state/event-variants.ts'
import { typingVariants } from './messages/typing/event-variants.ts'
import { emojiVariants } from './organization/emoji/event-variants.ts'
import { linkifierVariants } from './organization/linkifiers/event-variants.ts'
import { groupVariants } from './people/groups/event-variants.ts'
import { presenceVariants } from './people/presence/event-variants.ts'
import { userVariants } from './people/users/event-variants.ts'

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
