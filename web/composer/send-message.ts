import { type Place, placeKey } from '../../client/model/place.ts'
import { channel } from '../channels/store.ts'
import { navigate } from '../kernel/navigation.ts'
import { send } from '../kernel/outbox.ts'
import { state } from '../kernel/state.ts'
import type { SendArgs } from '../kernel/storage.ts'
import { t } from '../kernel/texts.ts'
import { ownId } from '../people/store.ts'
import { focusComposerOf } from './focus-composer.ts'
import { dropDraft } from './keep-draft.ts'
import { complaint, newTopicIn, replying, type Target, targetKey, type Written, written } from './store.ts'
import { stopTyping } from './tell-typing.ts'
import { uploadsOf } from './uploads.ts'

/** The server counts characters, not the halves of which some are made. It would cut what is longer. */
const excess = (text: string, most: number): number => Math.max(0, [...text].length - most)

const MOST_CONTENT = 10_000
const MOST_TOPIC = 60

const isTopicNeeded = (channelId: number): boolean => {
  const policy = channel(channelId)?.topics_policy ?? 'inherit'
  return (policy === 'inherit' ? state.value?.realm_topics_policy : policy) === 'disable_empty_topic'
}

/** Why the text cannot be sent as it is. Undefined if it can. */
function problemOf(target: Target, { content, topic }: Written): string | undefined {
  if (uploadsOf(targetKey(target)).some(({ error }) => error === null)) return t('composer.uploading')
  const tooLong = excess(content.trimEnd(), state.value?.max_message_length ?? MOST_CONTENT)
  if (tooLong > 0) return t('composer.tooLong', { count: tooLong })
  if (target.kind === 'place') return undefined
  const topicTooLong = excess(topic.trim(), state.value?.max_topic_length ?? MOST_TOPIC)
  if (topicTooLong > 0) return t('composer.topicTooLong', { count: topicTooLong })
  if (topic.trim() === '' && isTopicNeeded(target.channelId)) return t('composer.topicNeeded')
  return undefined
}

export const argsOf = (place: Place, content: string): SendArgs =>
  place.kind === 'channel'
    ? { type: 'channel', to: place.streamId, topic: place.topic, content }
    : { type: 'direct', to: place.others.length > 0 ? place.others : [ownId()], content }

/** Sends what is written, if it can be sent. False if it stays in the composer. */
export function sendWritten(target: Target): boolean {
  const key = targetKey(target)
  const text = written(key).peek()
  if (text.content.trim() === '') return false
  const problem = problemOf(target, text)
  if (problem !== undefined) {
    complaint.value = { key, text: problem }
    return false
  }
  const place: Place =
    target.kind === 'place' ? target.place : { kind: 'channel', streamId: target.channelId, topic: text.topic.trim() }
  void send(placeKey(place), argsOf(place, text.content.trimEnd()))
  stopTyping()
  dropDraft(target)
  replying.value = null
  if (target.kind === 'new-topic') openStarted(target.channelId, text.topic.trim(), placeKey(place))
  return true
}

/** Shows the topic that was started, ready for the next message. */
function openStarted(channelId: number, topic: string, key: string): void {
  newTopicIn.value = null
  navigate({ view: 'topic', channelId, topic })
  focusComposerOf(key)
}
