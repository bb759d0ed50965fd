import { term } from '../../client/messages/narrow.ts'
import { type Place, placeKey } from '../../client/model/place.ts'
import { channel } from '../channels/store.ts'
import { navigate } from '../kernel/navigation.ts'
import { send } from '../kernel/outbox.ts'
import { state } from '../kernel/state.ts'
import type { SendArgs } from '../kernel/storage/storage.ts'
import { t } from '../kernel/texts.ts'
import { messages } from '../messages/store.ts'
import { ownId } from '../people/store.ts'
import { isChoosing, openDirect } from './choose-recipients.ts'
import { uploadsOf } from './files/uploads.ts'
import { focusComposerOf } from './focus-composer.ts'
import { dropDraft } from './keep-draft.ts'
import {
  complaint,
  type DraftText,
  kept,
  movedNote,
  newTopicIn,
  replying,
  type Target,
  targetKey,
  written,
} from './store.ts'
import { stopTyping } from './typing/tell-typing.ts'
import { wildcardProblem } from './warnings/store.ts'

/** The server counts characters, not the halves of which some are made. It would cut what is longer. */
const excess = (text: string, most: number): number => Math.max(0, [...text].length - most)

const MAX_CONTENT_LENGTH = 10_000
const MAX_TOPIC_LENGTH = 60

const isTopicNeeded = (channelId: number): boolean => {
  const policy = channel(channelId)?.topics_policy ?? 'inherit'
  return (policy === 'inherit' ? state.value?.realm_topics_policy : policy) === 'disable_empty_topic'
}

/** Why the text cannot be sent as it is. Undefined if it can. */
function problemOf(target: Target, { content, topic }: DraftText): string | undefined {
  if (uploadsOf(targetKey(target)).some(({ error }) => error === null)) return t('composer.uploading')
  const tooLong = excess(content.trimEnd(), state.value?.max_message_length ?? MAX_CONTENT_LENGTH)
  if (tooLong > 0) return t('composer.tooLong', { count: tooLong })
  const refusal = wildcardProblem(target, content)
  if (refusal !== undefined) return refusal
  if (target.kind === 'place') return undefined
  const topicTooLong = excess(topic.trim(), state.value?.max_topic_length ?? MAX_TOPIC_LENGTH)
  if (topicTooLong > 0) return t('composer.topicTooLong', { count: topicTooLong })
  if (topic.trim() === '' && isTopicNeeded(target.channelId)) return t('composer.topicNeeded')
  return undefined
}

export const argsOf = (place: Place, content: string): SendArgs =>
  place.kind === 'channel'
    ? { type: 'channel', to: place.streamId, topic: place.topic, content }
    : { type: 'direct', to: place.others.length > 0 ? place.others : [ownId()], content }

/** The conversation of a target. That of a new topic has the name that was typed. */
export const placeOfTarget = (target: Target, topic: string): Place =>
  target.kind === 'place' ? target.place : { kind: 'channel', streamId: target.channelId, topic: topic.trim() }

/** Can the text be sent as it is? If not, the composer says why. */
export function checkWritten(target: Target): boolean {
  const key = targetKey(target)
  const text = written(key).peek()
  if (text.content.trim() === '') return false
  const problem = problemOf(target, text)
  complaint.value = problem === undefined ? null : { key, text: problem, isNotSent: true }
  return problem === undefined
}

/** It shows where the topic is, if the message has to wait and the topic is renamed meanwhile. */
const newestIn = (place: Place): number | undefined =>
  place.kind === 'channel'
    ? messages.stretch([term('channel', place.streamId), term('topic', place.topic)])?.ids.at(-1)
    : undefined

/** Sends what is written, if it can be sent. False if it stays in the composer. */
export function sendWritten(target: Target): boolean {
  if (!checkWritten(target)) return false
  const text = written(targetKey(target)).peek()
  const place = placeOfTarget(target, text.topic)
  void send(placeKey(place), argsOf(place, text.content.trimEnd()), newestIn(place))
  stopTyping()
  dropDraft(target)
  replying.value = null
  kept.value = null
  movedNote.value = null
  if (target.kind === 'new-topic') openStarted(target.channelId, text.topic.trim(), placeKey(place))
  if (isChoosing.peek() && place.kind === 'direct') openDirect(place.others)
  return true
}

/** Shows the topic that was started, ready for the next message. */
function openStarted(channelId: number, topic: string, key: string): void {
  newTopicIn.value = null
  navigate({ view: 'topic', channelId, topic })
  focusComposerOf(key)
}
