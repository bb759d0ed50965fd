import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { channelColor } from '../channels/channel-color.ts'
import { channel } from '../channels/store.ts'
import { pauseSingleKeys } from '../kernel/keyboard.ts'
import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { attachFiles } from './attach-files.ts'
import { loadEngine } from './echo/load-engine.ts'
import { isSendKey } from './enter-sends.ts'
import { focusList, takeFocus, textField } from './focus-composer.ts'
import { keepDraft, readDraft, saveChanged } from './keep-draft.ts'
import { Lid } from './Lid.tsx'
import { nameOfTarget } from './name-of-target.ts'
import { Preview } from './Preview.tsx'
import { sendWritten } from './send-message.ts'
import { leaveNewTopic } from './start-topic.ts'
import { complaint, isBlank, setWritten, type Target, targetKey, written } from './store.ts'
import { Tools } from './Tools.tsx'
import { TopicField } from './TopicField.tsx'
import { stopTyping, tellTyping } from './tell-typing.ts'
import { Uploads } from './Uploads.tsx'

interface Props {
  target: Target
  /** What is open is not the conversation that is written to, such as a list of several. */
  answered?: string | undefined
}

const placeholderOf = (target: Target) => {
  if (target.kind === 'new-topic') return t('composer.placeholder.newTopic')
  return t(target.place.kind === 'channel' ? 'composer.placeholder.reply' : 'composer.placeholder.direct')
}

/** Where people write. Its lid says where to. Each target has a composer of its own: give it the key of the target. */
export function Composer({ target, answered }: Props) {
  const key = targetKey(target)
  const text = written(key).value
  const [isFocused, setFocused] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const [isPreview, setPreview] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const channelId =
    target.kind === 'new-topic' ? target.channelId : target.place.kind === 'channel' && target.place.streamId
  const problem = complaint.value?.key === key ? complaint.value.text : null

  useLayoutEffect(() => {
    textField.current = field.current
    return () => {
      textField.current = null
      stopTyping()
      saveChanged(target)
    }
  }, [key])
  useEffect(() => {
    void readDraft(target)
    takeFocus(key)
  }, [key])

  const change = (content: string) => {
    if (problem !== null) complaint.value = null
    setWritten(key, { content })
    keepDraft(target)
    if (target.kind === 'place') tellTyping(target.place, content)
  }
  const send = () => {
    if (sendWritten(target)) setPreview(false)
    if (target.kind === 'place') field.current?.focus()
  }
  const leave = () => {
    if (!isBlank(text)) pauseSingleKeys()
    saveChanged(target)
    if (target.kind === 'new-topic') leaveNewTopic()
    else focusList()
  }

  return (
    <div class="cmp-wrap" data-ch={channelId ? channelColor(channel(channelId)?.color) : undefined} data-region>
      <div
        class={`cmp ${isFocused ? 'focus' : ''} ${isExpanded ? 'tall' : ''}`}
        role="group"
        aria-label={nameOfTarget(target, text.topic)}
        onFocusIn={() => {
          setFocused(true)
          void loadEngine()
        }}
        onFocusOut={({ relatedTarget, currentTarget }) =>
          setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
        }
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
          event.preventDefault()
          leave()
        }}
      >
        <Lid target={target} answered={answered} isExpanded={isExpanded} onExpand={() => setExpanded(!isExpanded)} />
        {target.kind === 'new-topic' && <TopicField target={target} onDone={() => field.current?.focus()} />}
        {isPreview && <Preview source={text.content} />}
        <textarea
          ref={field}
          class="ta"
          hidden={isPreview}
          aria-label={t('composer.message')}
          data-target={key}
          data-region-start
          dir="auto"
          spellcheck
          rows={1}
          placeholder={placeholderOf(target)}
          value={text.content}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return
            event.preventDefault()
            send()
          }}
          onPaste={(event) => {
            const files = event.clipboardData?.files
            if (!files?.length) return
            event.preventDefault()
            attachFiles(target, files)
          }}
          onDrop={(event) => {
            const files = event.dataTransfer?.files
            if (!files?.length) return
            event.preventDefault()
            attachFiles(target, files)
          }}
        />
        <Uploads target={target} />
        {problem !== null && (
          <div class="fail" role="alert">
            <Icon name="warn" size="s" />
            <span>
              <b>{t('sending.notSent')}</b> {problem}
            </span>
          </div>
        )}
        <Tools
          target={target}
          field={field}
          isElsewhere={answered !== undefined}
          isPreview={isPreview}
          onPreview={() => setPreview(!isPreview)}
          onSend={send}
        />
      </div>
    </div>
  )
}
