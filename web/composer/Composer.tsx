import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Place } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { nameOfKey, pauseSingleKeys } from '../kernel/keyboard.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { ComplaintRow } from './ComplaintRow.tsx'
import { loadEngine } from './echo/load-engine.ts'
import { Uploads } from './files/Uploads.tsx'
import { focusList, takeFocus, textField } from './focus-composer.ts'
import { keepDraft, readDraft, saveChanged } from './keep-draft.ts'
import { Lid } from './lid/Lid.tsx'
import { MovedNote } from './lid/MovedNote.tsx'
import { nameOfTarget } from './name-of-target.ts'
import { Preview } from './Preview.tsx'
import { drop } from './paste/paste.ts'
import { SendLater, useSendLater } from './scheduled/SendLater.tsx'
import { sendWritten } from './send-message.ts'
import { leaveNewTopic } from './start-topic.ts'
import { complaint, isBlank, setWritten, type Target, targetKey, written } from './store.ts'
import { TextField } from './TextField.tsx'
import { Tools } from './Tools.tsx'
import { TopicField } from './TopicField.tsx'
import { stopTyping, tellTyping } from './typing/tell-typing.ts'
import { channelOfTarget } from './warnings/store.ts'
import { Warnings } from './warnings/Warnings.tsx'

const Typeahead = onDemand(() => import('./typeahead/Typeahead.tsx'), 'Typeahead')

interface Props {
  target: Target
  /** What is open is not the conversation that is written to, such as a list of several. */
  answered?: string | undefined
  /** The composer was kept open, and another conversation is read now. */
  elsewhere?: { readonly here: Place | undefined } | undefined
}

/** Where people write. Its lid says where to. Each target has a composer of its own: give it the key of the target. */
export function Composer({ target, answered, elsewhere }: Props) {
  const key = targetKey(target)
  const text = written(key).value
  const [isFocused, setFocused] = useState(false)
  const [isExpanded, setExpanded] = useState(false)
  const [isPreview, setPreview] = useState(false)
  const later = useSendLater(target)
  const field = useRef<HTMLTextAreaElement>(null)
  const wrap = useRef<HTMLDivElement>(null)
  const channel = channelOfTarget(target)

  useLayoutEffect(() => {
    textField.current = field.current
    // At once: what is typed meanwhile would be lost.
    takeFocus(key)
    return () => {
      textField.current = null
      stopTyping()
      saveChanged(target)
    }
  }, [key])
  useEffect(() => {
    void readDraft(target)
  }, [key])

  const change = (content: string) => {
    if (complaint.peek()?.key === key) complaint.value = null
    setWritten(key, { content })
    keepDraft(target)
    if (target.kind === 'place') tellTyping(target.place, content)
  }
  const send = () => {
    if (sendWritten(target)) setPreview(false)
    if (target.kind === 'place') field.current?.focus()
  }
  // The field cannot keep the focus while it is hidden, and gets it back with the text.
  const togglePreview = () => {
    if (document.activeElement === field.current)
      wrap.current?.querySelector<HTMLElement>('[aria-pressed].preview-button')?.focus()
    setPreview(!isPreview)
    if (isPreview) queueMicrotask(() => field.current?.focus())
  }
  const leave = (event: KeyboardEvent) => {
    if (!isBlank(text)) pauseSingleKeys(event)
    saveChanged(target)
    if (target.kind === 'new-topic') leaveNewTopic()
    else focusList()
  }
  const kind = ['cmp', isFocused && 'focus', isExpanded && 'tall', elsewhere && 'away'].filter(Boolean).join(' ')

  return (
    <div class="cmp-wrap" data-ch={channel ? channelColor(channel.color) : undefined} data-region>
      {isFocused && <Typeahead field={field} target={target} text={text.content} />}
      <div
        ref={wrap}
        class={kind}
        role="group"
        aria-label={nameOfTarget(target, text.topic)}
        onFocusIn={() => {
          setFocused(true)
          void loadEngine()
        }}
        onFocusOut={({ relatedTarget, currentTarget }) =>
          setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
        }
        onDragOver={(event) => event.dataTransfer?.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => drop(event, target)}
        onKeyDown={(event) => {
          if (event.isComposing || event.defaultPrevented) return
          const isPreviewKey = nameOfKey(event) === 'Alt+P'
          if (event.key !== 'Escape' && !isPreviewKey) return
          event.preventDefault()
          if (isPreviewKey) togglePreview()
          else leave(event)
        }}
      >
        <Lid
          target={target}
          answered={answered}
          elsewhere={elsewhere}
          isExpanded={isExpanded}
          onExpand={() => setExpanded(!isExpanded)}
        />
        <MovedNote target={target} />
        {target.kind === 'new-topic' && <TopicField target={target} onDone={() => field.current?.focus()} />}
        {isPreview && <Preview source={text.content} />}
        <TextField
          field={field}
          target={target}
          text={text.content}
          isHidden={isPreview}
          onChange={change}
          onSend={send}
          onLater={later.open}
        />
        <Uploads target={target} />
        <Warnings target={target} text={text.content} />
        <ComplaintRow target={target} />
        <Tools
          target={target}
          field={field}
          isElsewhere={answered !== undefined || elsewhere !== undefined}
          isPreview={isPreview}
          onPreview={togglePreview}
          onSend={send}
          onLater={later.open}
        />
      </div>
      {later.isOpen && <SendLater target={target} onClose={later.close} />}
    </div>
  )
}
