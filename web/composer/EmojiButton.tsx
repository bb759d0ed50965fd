import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { EmojiPicker } from '../messages/emoji/EmojiPicker.tsx'
import { emojiSource } from '../messages/emoji/emoji-text.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { insertText } from './format-text.ts'

/** Puts an emoji where the person writes. */
export function EmojiButton({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const button = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const insert = (source: string) => {
    const before = field.current?.value.slice(0, field.current.selectionStart) ?? ''
    const space = before === '' || /\s$/.test(before) ? '' : ' '
    if (field.current) insertText(field.current, `${space}${source} `)
  }
  return (
    <span ref={button}>
      <IconButton
        icon="smile"
        label={t('composer.emoji')}
        aria-expanded={isOpen}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && button.current && (
        <EmojiPicker
          anchor={button.current}
          placement="top-start"
          title={t('composer.emoji')}
          // The picker closes first: it returns the focus to where it was.
          onPick={(emoji) => setTimeout(() => insert(emojiSource(emoji)))}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
