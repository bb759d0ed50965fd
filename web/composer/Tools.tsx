import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { isOffline, state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { WithBold } from '../ui/bold/WithBold.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { EmojiButton } from './EmojiButton.tsx'
import { enterSends } from './enter-sends.ts'
import { attachFiles } from './files/attach-files.ts'
import { type Format, formatText, insertText } from './format-text.ts'
import { MoreTools, type Tool } from './MoreTools.tsx'
import { topicOf } from './name-of-target.ts'
import { SnippetsButton } from './snippets/SnippetsButton.tsx'
import { type Target, targetKey, written } from './store.ts'

interface Props {
  target: Target
  field: RefObject<HTMLTextAreaElement | null>
  isElsewhere: boolean
  isPreview: boolean
  onPreview: () => void
  onSend: () => void
  onLater: () => void
}

const FORMATS = ['bold', 'italic', 'link', 'list', 'code', 'quote'] as const satisfies readonly Format[]
const WIDGETS = ['poll', 'todo'] as const

/** The text field keeps its focus and its selection while a button is pressed. */
const keepFocus = (event: Event) => event.preventDefault()

function sendLabel(target: Target, isElsewhere: boolean): string {
  if (target.kind === 'new-topic') return t('composer.startTopic')
  const topic = isElsewhere ? topicOf(target, '') : undefined
  return topic === undefined ? t('composer.send') : t('composer.sendTo', { topic })
}

const MAX_CONTENT_LENGTH = 10_000

/** Over the limit the number of characters too many stands where the keys are explained. */
function hint(target: Target, isElsewhere: boolean, text: string): string {
  const most = state.value?.max_message_length ?? MAX_CONTENT_LENGTH
  const excess = text.length > most ? [...text.trimEnd()].length - most : 0
  if (excess > 0) return t('composer.tooLong', { count: excess })
  if (isOffline.value) return t('composer.hint.offline')
  // Where the words go is more important there.
  if (isElsewhere) return ''
  if (target.kind === 'new-topic' && text === '') return t('composer.hint.newTopic')
  return enterSends() ? t('composer.hint.sends') : t('composer.hint.ctrlSends')
}

/** A widget is a message of its own: it begins the text. */
function begin(field: HTMLTextAreaElement, word: string): void {
  field.setSelectionRange(0, 0)
  insertText(field, `/${word} `)
}

/** The buttons below the text. */
export function Tools({ target, field, isElsewhere, isPreview, onPreview, onSend, onLater }: Props) {
  const files = useRef<HTMLInputElement>(null)
  const label = sendLabel(target, isElsewhere)
  const format = (one: Format) => field.current && formatText(field.current, one)
  const formats = FORMATS.map((one): Tool => ({ icon: one, label: t(`composer.${one}`), run: () => format(one) }))
  const widgets = WIDGETS.map(
    (word): Tool => ({
      icon: word,
      label: t(`composer.${word}`),
      run: () => field.current && begin(field.current, word),
    }),
  )
  const inRow = ({ icon, label: name, run }: Tool) => (
    <IconButton
      key={icon}
      class={icon === 'bold' ? '' : 'fmt'}
      icon={icon}
      label={name}
      disabled={isPreview}
      onPointerDown={keepFocus}
      onClick={run}
    />
  )
  return (
    <div class="tools">
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          attachFiles(target, [...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <IconButton icon="clip" label={t('composer.attach')} onClick={() => files.current?.click()} />
      <EmojiButton field={field} />
      <span class="vr fmt" />
      {formats.map(inRow)}
      <span class="vr fmt" />
      {widgets.map(inRow)}
      <SnippetsButton field={field} />
      <IconButton
        icon="eye"
        class="preview-button"
        label={t('composer.preview')}
        aria-pressed={isPreview}
        onClick={onPreview}
      />
      <MoreTools target={target} field={field} row={[...formats.slice(1), ...widgets]} onFormat={format} />
      <span class="grow" />
      <span class="hint hide-phone hide-md">
        <WithBold text={hint(target, isElsewhere, written(targetKey(target)).value.content)} />
      </span>
      <span class="split">
        <button type="button" class="btn primary sm send" aria-label={label} onPointerDown={keepFocus} onClick={onSend}>
          <Icon name="send" size="s" />
          <span class="hide-phone clip">{label}</span>
        </button>
        <button
          type="button"
          class="btn primary sm"
          aria-label={t('composer.sendLater')}
          title={t('composer.sendLater')}
          aria-haspopup="dialog"
          onClick={onLater}
        >
          <Icon name="chev-d" size="xs" />
        </button>
      </span>
    </div>
  )
}
