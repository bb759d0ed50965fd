import type { EventOf } from '../../../api/events/index.ts'
import { EMOJI_EDITED } from '../../../api/wire-name.ts'
import { type EventReader, variantsOf } from '../../kernel/events/event-variants.ts'
import type { EventData } from '../../kernel/log/log-row.ts'
import { presentAllEmoji } from './present.ts'

type EmojiEvent = Omit<EventOf<'realm_emoji'>, 'id'> & EventData

/** The position of the event in the log. */
export interface EmojiBackground {
  readonly seq: number
}

/**
 * Clients without the capability get the whole list. It is made from memory, so the log does not store it. The log has
 * the contract's name of an edit, because an operator may change the vendor's word.
 */
const variants = {
  variantFor: (_: EmojiEvent, { spec }: EventReader) =>
    spec.capabilities.individual_emoji_changes ? 'individual' : 'whole',
  eventsFor: (event: EmojiEvent, { realm, spec }: EventReader, { seq }: EmojiBackground): readonly EventData[] =>
    spec.capabilities.individual_emoji_changes
      ? [event.op === 'edit' ? { ...event, op: EMOJI_EDITED } : event]
      : [{ type: 'realm_emoji', op: 'update', realm_emoji: presentAllEmoji(realm, seq) }],
}

export const emojiVariants = [
  variantsOf<EmojiEvent, EmojiBackground>('realm_emoji/add', variants),
  variantsOf<EmojiEvent, EmojiBackground>('realm_emoji/edit', variants),
]
