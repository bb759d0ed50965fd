import { signal } from '@preact/signals'
import { loadPart } from '../../kernel/load-part.ts'
import { state } from '../../kernel/state.ts'
import type { ListedEmoji } from '../../messages/emoji/emoji-list.ts'
import { emojiCharacter, spokenEmoji } from '../../messages/emoji/emoji-text.ts'
import { best, fitOf, type RankedItem, searched } from './match.ts'
import type { EmojiQuery } from './query-at.ts'
import { MAX_SUGGESTIONS, type Suggestion } from './suggestion.ts'

const customEmoji = (): ListedEmoji[] =>
  Object.values(state.value?.realm_emoji ?? {})
    .filter((one) => !one.deactivated)
    .map(({ id, name }) => ({ emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji', names: [name] }))

/** The table of names is large: it is loaded when somebody first types a colon. */
const unicode = signal<readonly ListedEmoji[] | null>(null)
let isLoading = false

function load(): void {
  if (isLoading) return
  isLoading = true
  loadPart(() => import('../../messages/emoji/emoji-list.ts')).then(
    ({ emojiGroups }) => {
      unicode.value = emojiGroups().flatMap(({ emoji }) => emoji)
    },
    () => {
      isLoading = false
    },
  )
}

function ranked(all: readonly ListedEmoji[], wanted: string): RankedItem<ListedEmoji>[] {
  return all.flatMap((one) => {
    let least: number | undefined
    for (const name of one.names) {
      const fits = fitOf(name, wanted)
      if (fits !== undefined && (least === undefined || fits < least)) least = fits
    }
    return least === undefined ? [] : [{ item: one, rank: least, name: one.emoji_name }]
  })
}

export function suggestEmoji({ typed }: EmojiQuery): Suggestion[] {
  load()
  const wanted = searched(typed)
  return best(ranked([...customEmoji(), ...(unicode.value ?? [])], wanted), MAX_SUGGESTIONS).map((one) => {
    const words = spokenEmoji(one.emoji_name)
    const isText = one.reaction_type === 'unicode_emoji'
    return {
      key: `emoji:${one.reaction_type}:${one.emoji_code}`,
      name: isText ? `${emojiCharacter(one.emoji_code)} ${words}` : words,
      text: `:${one.emoji_name}: `,
      ...(!isText && { picture: { emoji: one } }),
    }
  })
}
