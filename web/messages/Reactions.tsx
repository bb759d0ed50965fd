import { useRef, useState } from 'preact/hooks'
import type { EmojiReaction } from '../../api/objects/reaction.ts'
import { keepFocusNear } from '../kernel/focus.ts'
import { listOf, t } from '../kernel/texts.ts'
import { nameOf, ownId } from '../people/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { EmojiPicker } from './emoji/EmojiPicker.tsx'
import { EmojiView } from './emoji/EmojiView.tsx'
import type { Emoji } from './emoji/emoji.ts'
import { spokenEmoji } from './emoji/emoji-text.ts'
import { toggleReaction } from './react.ts'

interface Group {
  readonly emoji: Emoji
  readonly userIds: readonly number[]
}

/** One entry for each emoji, in the order in which they came. */
function grouped(reactions: readonly EmojiReaction[]): Group[] {
  const groups = new Map<string, { emoji: Emoji; userIds: number[] }>()
  for (const { user_id, ...emoji } of reactions) {
    const key = `${emoji.reaction_type} ${emoji.emoji_code}`
    const known = groups.get(key)
    if (known) known.userIds.push(user_id)
    else groups.set(key, { emoji, userIds: [user_id] })
  }
  return [...groups.values()]
}

const MAX_NAMES = 12

/** Oneself first. */
function whoReacted(userIds: readonly number[], emoji: string): string {
  const own = ownId()
  const others = userIds.filter((id) => id !== own).map((id) => nameOf(id) ?? t('person.unknown'))
  const names = others.length < userIds.length ? [t('reaction.you'), ...others] : others
  const rest = names.length - MAX_NAMES
  const shown = rest > 0 ? [...names.slice(0, MAX_NAMES), t('reaction.more', { count: rest })] : names
  return t('reaction.who', { people: listOf(shown), emoji })
}

function ReactionButton({ id, group: { emoji, userIds } }: { id: number; group: Group }) {
  const isOwn = userIds.includes(ownId())
  const name = spokenEmoji(emoji.emoji_name)
  const who = whoReacted(userIds, name)
  return (
    <button
      type="button"
      class={`r ${isOwn ? 'mine' : ''}`}
      aria-label={`${name}, ${userIds.length}`}
      aria-pressed={isOwn}
      aria-description={who}
      data-tip={who}
      onClick={({ currentTarget, detail }) => {
        // A double click is one press.
        if (detail > 1) return
        // The last one who takes a reaction back takes the button along.
        const giveNear = keepFocusNear(currentTarget)
        void toggleReaction(id, emoji)
        setTimeout(giveNear)
      }}
    >
      <EmojiView emoji={emoji} tone={isOwn} />
      {userIds.length}
    </button>
  )
}

/** Who reacted with what, for screens that one cannot hover over. */
export function WhoReacted({ reactions }: { reactions: readonly EmojiReaction[] }) {
  if (reactions.length === 0) return null
  return (
    <ul class="who-reacted" aria-label={t('reaction.list')}>
      {grouped(reactions).map(({ emoji, userIds }) => (
        <li key={`${emoji.reaction_type} ${emoji.emoji_code}`}>
          <EmojiView emoji={emoji} />
          <span>{whoReacted(userIds, spokenEmoji(emoji.emoji_name))}</span>
        </li>
      ))}
    </ul>
  )
}

/** The reactions to a message, and the button for another one. */
export function Reactions({ id, reactions }: { id: number; reactions: readonly EmojiReaction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  if (reactions.length === 0) return null
  return (
    <div class="rx">
      {grouped(reactions).map((group) => (
        <ReactionButton key={`${group.emoji.reaction_type} ${group.emoji.emoji_code}`} id={id} group={group} />
      ))}
      <button
        ref={button}
        type="button"
        class="r add"
        aria-label={t('reaction.another')}
        title={t('reaction.another')}
        aria-haspopup="dialog"
        aria-expanded={isPicking}
        onClick={() => setPicking(!isPicking)}
      >
        <Icon name="smile-plus" size="s" />
      </button>
      {isPicking && button.current && (
        <EmojiPicker
          anchor={button.current}
          onPick={(emoji) => toggleReaction(id, emoji)}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}
