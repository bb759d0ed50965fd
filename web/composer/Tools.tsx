import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { isOffline } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { attachFiles } from './attach-files.ts'
import { EmojiButton } from './EmojiButton.tsx'
import { enterSends } from './enter-sends.ts'
import { type Format, formatText } from './format-text.ts'
import { topicOf } from './name-of-target.ts'
import type { Target } from './store.ts'

interface Props {
  target: Target
  field: RefObject<HTMLTextAreaElement | null>
  isElsewhere: boolean
  isPreview: boolean
  onPreview: () => void
  onSend: () => void
}

const FORMATS: readonly Format[] = ['bold', 'italic', 'link', 'list', 'code', 'quote']

/** The text field keeps its focus and its selection while a button is pressed. */
const keepFocus = (event: Event) => event.preventDefault()

function sendLabel(target: Target, isElsewhere: boolean): string {
  if (target.kind === 'new-topic') return t('composer.startTopic')
  const topic = isElsewhere ? topicOf(target, '') : undefined
  return topic === undefined ? t('composer.send') : t('composer.sendTo', { topic })
}

const hint = (): string => {
  if (isOffline.value) return t('composer.hint.offline')
  return enterSends() ? t('composer.hint.sends') : t('composer.hint.ctrlSends')
}

/** The buttons below the text. */
export function Tools({ target, field, isElsewhere, isPreview, onPreview, onSend }: Props) {
  const files = useRef<HTMLInputElement>(null)
  const label = sendLabel(target, isElsewhere)
  return (
    <div class="tools">
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          attachFiles(target, currentTarget.files ?? [])
          currentTarget.value = ''
        }}
      />
      <IconButton icon="clip" label={t('composer.attach')} onClick={() => files.current?.click()} />
      <EmojiButton field={field} />
      <span class="vr fmt" />
      {FORMATS.map((format) => (
        <IconButton
          key={format}
          class="fmt"
          icon={format}
          label={t(`composer.${format}`)}
          disabled={isPreview}
          onPointerDown={keepFocus}
          onClick={() => field.current && formatText(field.current, format)}
        />
      ))}
      <span class="vr fmt" />
      <IconButton icon="eye" label={t('composer.preview')} aria-pressed={isPreview} onClick={onPreview} />
      <span class="grow" />
      <span class="hint hide-phone hide-md">{hint()}</span>
      <button type="button" class="btn primary sm send" aria-label={label} onPointerDown={keepFocus} onClick={onSend}>
        <Icon name="send" size="s" />
        <span class="hide-phone clip">{label}</span>
      </button>
    </div>
  )
}
