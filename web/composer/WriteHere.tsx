import type { ComponentChildren } from 'preact'
import { type Place, placeKey } from '../../client/model/place.ts'
import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { Composer } from './Composer.tsx'
import { ScheduledHint } from './scheduled/ScheduledHint.tsx'
import { startTopic } from './start-topic.ts'
import { kept, newTopicIn, replying, type Target, targetKey } from './store.ts'
import { TypingLine } from './typing/TypingLine.tsx'
import { whyNot } from './why-not.ts'

interface Props {
  /** The conversation that is open, if one is. */
  place: Place | undefined
  /** The channel that is open, as a whole or with one of its topics. */
  channelId: number | undefined
  /** What one should know before one writes. */
  children?: ComponentChildren
}

const targetOf = (place: Place | undefined): Target | undefined => {
  if (newTopicIn.value !== null) return { kind: 'new-topic', channelId: newTopicIn.value }
  if (replying.value) return { kind: 'place', place: replying.value.place }
  return kept.value ?? (place && { kind: 'place', place })
}

/** What a place offers for writing: a composer, the reason why there is none, or a way to begin. */
export function WriteHere({ place, channelId, children }: Props) {
  const target = targetOf(place)
  const reason = target && whyNot(target)
  const answered = target?.kind === 'place' ? replying.value?.author : undefined
  const isKept = target !== undefined && target === kept.value
  const isAway = isKept && (!place || targetKey(target) !== placeKey(place))
  return (
    <>
      {target?.kind === 'place' && (
        <div class="band">
          <TypingLine place={target.place} />
          <ScheduledHint target={target} />
        </div>
      )}
      {children}
      {reason !== undefined && (
        <div class="cmp-wrap">
          <p class="cmp closed">
            <Icon name="lock" size="s" />
            {reason}
          </p>
        </div>
      )}
      {target && reason === undefined && (
        <Composer
          key={targetKey(target)}
          target={target}
          answered={answered}
          elsewhere={isAway ? { here: place } : undefined}
        />
      )}
      {!target && channelId !== undefined && (
        <div class="cmp-wrap begin">
          <button type="button" class="btn" onClick={() => startTopic(channelId)}>
            <Icon name="topic-plus" size="s" />
            {t('topics.new')}
          </button>
        </div>
      )}
    </>
  )
}
