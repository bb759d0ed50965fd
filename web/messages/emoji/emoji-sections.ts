import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import type { Emoji } from './emoji.ts'
import type { EmojiGroup, ListedEmoji } from './emoji-list.ts'
import { emojiKey, frequentEmoji } from './frequent-emoji.ts'

/** A part of the picker. */
export interface EmojiSection {
  readonly title: string
  readonly emoji: readonly Emoji[]
}

const MAX_FOUND_EMOJI = 90

function customEmoji(): ListedEmoji[] {
  return Object.values(state.value?.realm_emoji ?? {})
    .filter((one) => !one.deactivated)
    .map(({ id, name }) => ({ emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji', names: [name] }))
}

/** `thanks` finds `thank_you`. */
const LONG_PART = 4
const hasStem = (name: string, wanted: string): boolean =>
  name.split('_').some((part) => part.length >= LONG_PART && wanted.startsWith(part))

/** Names that begin with the words come before names that contain them. */
function find(words: string, all: readonly ListedEmoji[]): Emoji[] {
  const wanted = words.trim().toLocaleLowerCase().replaceAll(/\s+/g, '_')
  const rank = ({ names }: ListedEmoji): number => {
    if (names.includes(wanted)) return 0
    if (names.some((name) => name.startsWith(wanted))) return 1
    if (names.some((name) => name.includes(wanted))) return 2
    return names.some((name) => hasStem(name, wanted)) ? 3 : 4
  }
  return all
    .map((emoji) => ({ emoji, rank: rank(emoji) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_FOUND_EMOJI)
    .map(({ emoji }) => emoji)
}

function found(words: string, groups: readonly EmojiGroup[] | null): EmojiSection[] {
  const emoji = find(words, [...customEmoji(), ...(groups ?? []).flatMap((group) => group.emoji)])
  if (emoji.length > 0) return [{ title: t('emoji.found'), emoji }]
  // As long as they are being loaded, nobody knows that none has this name.
  return groups === null ? [] : [{ title: t('emoji.none'), emoji }]
}

/** What the picker shows. Each emoji is in it once. `groups` is null until they are loaded. */
export function sectionsOf(words: string, groups: readonly EmojiGroup[] | null): EmojiSection[] {
  if (words.trim() !== '') return found(words, groups)
  const frequent = frequentEmoji()
  const shown = new Set(frequent.map(emojiKey))
  const others = [
    { title: state.value?.realm_name ?? '', emoji: customEmoji() },
    ...(groups ?? []).map(({ name, emoji }) => ({ title: t(`emoji.group.${name}`), emoji })),
  ].map(({ title, emoji }) => ({ title, emoji: emoji.filter((one) => !shown.has(emojiKey(one))) }))
  return [{ title: t('emoji.frequent'), emoji: frequent }, ...others].filter(({ emoji }) => emoji.length > 0)
}
