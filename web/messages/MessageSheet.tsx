import { useId, useRef } from 'preact/hooks'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { t } from '../kernel/texts.ts'
import { useModal } from '../ui/dialog/use-modal.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { type MenuItem, MenuRow, moveFocus } from '../ui/Menu.tsx'
import { EmojiView } from './emoji/EmojiView.tsx'
import type { Emoji } from './emoji/emoji.ts'
import { spokenEmoji } from './emoji/emoji-text.ts'
import { frequentEmoji } from './emoji/frequent-emoji.ts'
import { closeLayer, openLayer } from './layer.ts'
import { WhoReacted } from './Reactions.tsx'
import { toggleReaction } from './react.ts'

const QUICK = 5

/** The actions of a message on a phone, after a long press. */
export function MessageSheet({ message, items }: { message: FetchedMessage; items: readonly MenuItem[] }) {
  const { id } = message
  const element = useRef<HTMLDialogElement>(null)
  useModal(element, useId())
  const react = (emoji: Emoji) => {
    closeLayer()
    void toggleReaction(id, emoji)
  }
  return (
    <dialog
      ref={element}
      class="bsheet"
      aria-modal="true"
      aria-label={t('action.all')}
      onCancel={(event) => {
        event.preventDefault()
        closeLayer()
      }}
      onClick={(event) => event.target === element.current && closeLayer()}
    >
      <div class="grab" />
      <div class="quick" role="toolbar" aria-label={t('action.all')}>
        {frequentEmoji()
          .slice(0, QUICK)
          .map((emoji) => (
            <button
              key={emoji.emoji_code}
              type="button"
              aria-label={spokenEmoji(emoji.emoji_name)}
              onClick={() => react(emoji)}
            >
              <EmojiView emoji={emoji} tone />
            </button>
          ))}
        <IconButton icon="smile-plus" label={t('reaction.add')} onClick={() => openLayer('picker', id)} />
      </div>
      <WhoReacted reactions={message.reactions} />
      <div role="menu" aria-label={t('action.all')} onKeyDown={moveFocus}>
        {items.map((item) => (
          <MenuRow key={item.label} item={item} onClose={closeLayer} />
        ))}
      </div>
      <button type="button" class="li" onClick={closeLayer}>
        {t('close')}
      </button>
    </dialog>
  )
}
