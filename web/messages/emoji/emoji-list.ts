import { EMOJI_TABLE } from '../../../markdown/emoji/table.ts'
import { readEmojiTable } from '../../../markdown/emoji/table-reader.ts'
import type { Emoji } from './emoji.ts'
import { EMOJI_GROUPS, type EmojiGroupName, groupOfCode } from './emoji-groups.ts'

export interface ListedEmoji extends Emoji {
  /** All its names, for the search. */
  readonly names: readonly string[]
}

export interface EmojiGroup {
  readonly name: EmojiGroupName
  readonly emoji: readonly ListedEmoji[]
}

/** `+1` cannot be spoken, `thumbs_up` can. */
const mainName = (names: readonly string[]): string => names.find((name) => /^\p{L}/u.test(name)) ?? names[0] ?? ''

/** People look for these first. */
const isSmiley = ({ emoji_code }: Emoji): boolean => /^1f6[0-4]/.test(emoji_code)
const smileysFirst = (a: Emoji, b: Emoji): number => Number(isSmiley(b)) - Number(isSmiley(a))

/** All Unicode emoji in groups. This module is large: load it on demand. */
export function emojiGroups(): readonly EmojiGroup[] {
  const groups = new Map<EmojiGroupName, ListedEmoji[]>(EMOJI_GROUPS.map((name) => [name, []]))
  for (const { code, names } of readEmojiTable(EMOJI_TABLE)) {
    const emoji = { emoji_name: mainName(names), emoji_code: code, reaction_type: 'unicode_emoji' as const, names }
    groups.get(groupOfCode(code))?.push(emoji)
  }
  return [...groups].map(([name, emoji]) => ({ name, emoji: emoji.toSorted(smileysFirst) }))
}
