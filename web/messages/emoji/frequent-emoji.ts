import type { Emoji } from './emoji.ts'

const KEY = 'parley-emoji'
const SHOWN = 9

const unicode = (emoji_name: string, emoji_code: string): Emoji => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
})

/** What people use most, until one's own use is known. */
const COMMON = [
  unicode('thumbs_up', '1f44d'),
  unicode('tada', '1f389'),
  unicode('eyes', '1f440'),
  unicode('check', '2705'),
  unicode('pray', '1f64f'),
  unicode('joy', '1f602'),
  unicode('heart', '2764'),
  unicode('rocket', '1f680'),
  unicode('slight_smile', '1f642'),
]

type Use = Emoji & { uses: number }

function read(): Use[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Use[]
  } catch {
    return []
  }
}

/** The same for the same emoji. */
export const emojiKey = ({ reaction_type, emoji_code }: Emoji): string => `${reaction_type} ${emoji_code}`

/** What this person uses most often comes first. */
export function frequentEmoji(): Emoji[] {
  const used = read()
    .sort((a, b) => b.uses - a.uses)
    .map(({ uses: _, ...emoji }): Emoji => emoji)
  const known = new Set(used.map(emojiKey))
  return [...used, ...COMMON.filter((one) => !known.has(emojiKey(one)))].slice(0, SHOWN)
}

export function countUse({ emoji_name, emoji_code, reaction_type }: Emoji): void {
  const emoji = { emoji_name, emoji_code, reaction_type }
  const all = read()
  const known = all.find((one) => emojiKey(one) === emojiKey(emoji))
  const next = [{ ...emoji, uses: (known?.uses ?? 0) + 1 }, ...all.filter((one) => one !== known)]
  try {
    localStorage.setItem(KEY, JSON.stringify(next.slice(0, 50)))
  } catch {
    // The browser keeps nothing: the common ones stay first.
  }
}
