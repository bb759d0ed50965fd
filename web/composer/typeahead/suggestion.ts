import type { Emoji } from '../../messages/emoji/emoji.ts'
import type { IconName } from '../../ui/icon-drawing.ts'

/** What is suggested, and what it puts into the text. */
export interface Suggestion {
  readonly key: string
  /** Named by what it inserts: `@Priya Raghunathan`, `#infra`, `🎉 tada`, `/poll`. */
  readonly name: string
  /** What the name begins with, if eyes do not need it beside the picture. */
  readonly sign?: string
  readonly note?: string
  /** Replaces what was typed. */
  readonly text: string
  /** A warning beside it. */
  readonly badge?: string
  /** Emoji that are text have none. */
  readonly picture?: { readonly person: number } | { readonly icon: IconName } | { readonly emoji: Emoji }
}

export const MAX_SUGGESTIONS = 8
