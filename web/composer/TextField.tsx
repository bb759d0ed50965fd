import type { RefObject } from 'preact'
import { nameOfKey } from '../kernel/keyboard.ts'
import { t } from '../kernel/texts.ts'
import { isSendKey } from './enter-sends.ts'
import { formatOfKey, formatText } from './format-text.ts'
import { paste } from './paste/paste.ts'
import { type Target, targetKey } from './store.ts'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  target: Target
  text: string
  isHidden: boolean
  onChange: (text: string) => void
  onSend: () => void
  onLater: () => void
}

const placeholderOf = (target: Target) => {
  if (target.kind === 'new-topic') return t('composer.placeholder.newTopic')
  if (target.place.kind === 'channel') return t('composer.placeholder.reply')
  const count = target.place.others.length
  return count > 1 ? t('composer.placeholder.group', { count }) : t('composer.placeholder.direct')
}

/** The text of a message. */
export function TextField({ field, target, text, isHidden, onChange, onSend, onLater }: Props) {
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return
    const name = nameOfKey(event)
    const format = formatOfKey(name)
    if (name === 'Ctrl+Shift+Enter') onLater()
    else if (isSendKey(event)) onSend()
    else if (format && field.current) formatText(field.current, format)
    else return
    event.preventDefault()
  }
  return (
    <textarea
      ref={field}
      class="ta"
      hidden={isHidden}
      aria-label={t('composer.message')}
      aria-autocomplete="list"
      data-target={targetKey(target)}
      data-region-start
      dir="auto"
      spellcheck
      rows={1}
      placeholder={placeholderOf(target)}
      value={text}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={onKey}
      onPaste={(event) => paste(event, event.currentTarget, target)}
    />
  )
}
