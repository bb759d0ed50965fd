import { channelName, shownTopic } from '../channels/store.ts'
import { t, titleOfPeople } from '../kernel/texts.ts'
import { nameOf, ownId } from '../people/store.ts'
import type { Target } from './store.ts'

/** Until register has answered, some names are not known. */
const UNKNOWN = '…'

export const namesOf = (others: readonly number[]): string[] =>
  (others.length > 0 ? others : [ownId()]).map((id) => nameOf(id) ?? UNKNOWN)

/** The topic of a target, as people see it. Undefined for direct messages. */
export function topicOf(target: Target, typed: string): string | undefined {
  if (target.kind === 'new-topic') return typed.trim() || t('topics.new')
  return target.place.kind === 'channel' ? shownTopic(target.place.topic) : undefined
}

/** `Write to infra › Runner queue`, or `Write to Ann and Ben`. */
export function nameOfTarget(target: Target, typed: string): string {
  const topic = topicOf(target, typed)
  const channelId =
    target.kind === 'new-topic' ? target.channelId : target.place.kind === 'channel' && target.place.streamId
  if (topic !== undefined && channelId !== false)
    return t('composer.writeToTopic', { channel: channelName(channelId) ?? UNKNOWN, topic })
  const others = target.kind === 'place' && target.place.kind === 'direct' ? target.place.others : []
  return t('composer.writeTo', { place: titleOfPeople(namesOf(others)) })
}
