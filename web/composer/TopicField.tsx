import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { placeKey } from '../../client/model/place.ts'
import { channelName, isResolved, shownTopic } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { agoText } from '../kernel/time.ts'
import { recents, wantRecents } from '../messages/recent.ts'
import { spokenBy } from '../people/store.ts'
import { literal } from '../ui/bold/bold-parts.ts'
import { WithBold } from '../ui/bold/WithBold.tsx'
import { Icon } from '../ui/Icon.tsx'
import { keepDraft } from './keep-draft.ts'
import { partsOf, similarTopics, useTopic } from './similar-topics.ts'
import { complaint, setWritten, type Target, targetKey, written } from './store.ts'

interface Props {
  target: Target & { kind: 'new-topic' }
  /** The name is complete: the text is next. */
  onDone: () => void
}

/** Whether it is resolved, and who wrote last and when, as far as it is known. */
function aboutTopic(channelId: number, topic: string): string {
  const last = recents.value?.get(placeKey({ kind: 'channel', streamId: channelId, topic }))
  const parts = [
    isResolved(topic) && t('typeahead.resolved'),
    last && `${spokenBy(last.senderId)}, ${agoText(last.timestamp)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The name of a new topic. Above it stand topics that may be about the same. Enter never sends from here. */
export function TopicField({ target, onDone }: Props) {
  const { channelId } = target
  const key = targetKey(target)
  const { topic } = written(key).value
  const [chosen, setChosen] = useState(-1)
  const [isOpen, setOpen] = useState(true)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const similar = isOpen ? similarTopics(channelId, topic) : []

  useEffect(wantRecents, [])
  // At once: what is typed meanwhile would be lost.
  useLayoutEffect(() => {
    field.current?.focus()
  }, [channelId])

  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const name = similar[chosen]
    if (event.key === 'Escape' && similar.length > 0) setOpen(false)
    else if (event.key === 'Enter' && name !== undefined) void useTopic(channelId, name)
    else if (event.key === 'Enter') onDone()
    else if (step !== undefined && similar.length > 0)
      setChosen(Math.max(-1, Math.min(similar.length - 1, chosen + step)))
    else return
    event.preventDefault()
  }

  return (
    <>
      {similar.length > 0 && (
        <div class="pop similar">
          <div class="pop-h">{t('composer.similar', { channel: channelName(channelId) ?? '' })}</div>
          <div role="listbox" id={listId} aria-label={t('composer.suggestions')}>
            {similar.map((one, index) => (
              <button
                type="button"
                key={one}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                class={`li ${index === chosen ? 'cur' : ''}`}
                aria-selected={index === chosen}
                onClick={() => void useTopic(channelId, one)}
              >
                <Icon name={isResolved(one) ? 'check-circle' : 'topic'} size="s" />
                <span class="grow clip">
                  {partsOf(shownTopic(one), topic).map(({ text, isShared }, part) =>
                    isShared ? <mark key={part}>{text}</mark> : <b key={part}>{text}</b>,
                  )}
                  <span class="sub" aria-hidden="true">
                    {' '}
                    {aboutTopic(channelId, one)}
                  </span>
                </span>
                {index === Math.max(0, chosen) && (
                  <span class="keys" aria-hidden="true">
                    {chosen < 0 && <kbd>↓</kbd>}
                    <kbd>Enter</kbd>
                  </span>
                )}
              </button>
            ))}
          </div>
          <div class="li go-on">
            <Icon name="topic-plus" size="s" />
            <span class="grow clip">
              <WithBold text={t('composer.startNamed', { topic: literal(topic) })} />
            </span>
            <span class="hint">{t('composer.keepTyping')}</span>
          </div>
        </div>
      )}
      <input
        ref={field}
        class="title-in"
        type="text"
        dir="auto"
        autocomplete="off"
        aria-label={t('composer.topic')}
        placeholder={t('composer.topic')}
        aria-controls={similar.length > 0 ? listId : undefined}
        aria-activedescendant={similar[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        value={topic}
        onInput={({ currentTarget }) => {
          complaint.value = null
          setOpen(true)
          setChosen(-1)
          setWritten(key, { topic: currentTarget.value })
          keepDraft(target)
        }}
        onKeyDown={onKey}
      />
    </>
  )
}
