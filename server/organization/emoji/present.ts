import type { RealmEmoji } from '../../../api/objects/realm.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { type CustomEmoji, emojiUrl, stillUrl } from '../../kernel/realm-state/records/custom-emoji.ts'

/** Returns it at a position of the log, or now without one. */
export const presentEmoji = (emoji: CustomEmoji, seq = Number.POSITIVE_INFINITY): RealmEmoji => ({
  id: `${emoji.id}`,
  name: emoji.name,
  source_url: emojiUrl(emoji),
  still_url: stillUrl(emoji),
  deactivated: emoji.deactivatedSeq !== null && emoji.deactivatedSeq <= seq,
  author_id: emoji.authorId,
})

/** All emoji by their ids, as they were at a position of the log. Memory may be ahead of it. */
export const presentAllEmoji = (realm: RealmState, seq?: number): Record<string, RealmEmoji> =>
  Object.fromEntries(
    [...realm.records.emoji.values()]
      .filter(({ addedSeq }) => seq === undefined || addedSeq <= seq)
      .map((emoji) => [emoji.id, presentEmoji(emoji, seq)]),
  )
