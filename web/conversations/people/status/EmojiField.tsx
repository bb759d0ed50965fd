import { useState } from 'preact/hooks'
import { t } from '../../../kernel/texts.ts'
import { EmojiPicker } from '../../../messages/emoji/EmojiPicker.tsx'
import { EmojiView } from '../../../messages/emoji/EmojiView.tsx'
import type { Emoji } from '../../../messages/emoji/emoji.ts'
import { spokenEmoji } from '../../../messages/emoji/emoji-text.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'

interface Props {
  emoji: Emoji | null
  onChange: (emoji: Emoji | null) => void
}

/** The emoji of a status, or none. */
export function EmojiField({ emoji, onChange }: Props) {
  const [button, setButton] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const name = emoji ? t('status.emojiIs', { name: spokenEmoji(emoji.emoji_name) }) : t('composer.emoji')
  return (
    <>
      <button
        ref={setButton}
        type="button"
        class="btn status-pick"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {emoji ? <EmojiView emoji={emoji} /> : <Icon name="smile" />}
      </button>
      {emoji && <IconButton icon="x" label={t('status.noEmoji')} small onClick={() => onChange(null)} />}
      {isOpen && button && (
        <EmojiPicker
          anchor={button}
          placement="bottom-start"
          title={t('composer.emoji')}
          onPick={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
