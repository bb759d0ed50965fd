import { channel, channelName } from '../../channels/store.ts'
import { openLayer } from '../../messages/layer.ts'
import { mayMove, mayResolve } from '../../messages/permissions.ts'
import { askForTopic } from '../../messages/reply.ts'
import { message, stretch } from '../../messages/store.ts'
import type { Listing } from '../narrow-of.ts'
import { isFollowed, isQuiet, toggleFollowed, toggleQuiet } from '../topic-policy.ts'
import { toggleResolved } from './change-topic.ts'

/** What can be done with the topic that is open. */
export interface TopicVerbs {
  readonly isFollowed: boolean
  readonly isQuiet: boolean
  readonly follow: () => unknown
  readonly mute: () => unknown
  /** Resolves it or opens it again. Absent if that is not allowed. */
  readonly resolve: (() => unknown) | undefined
  /** Asks where to move it. Absent if that is not allowed. */
  readonly move: (() => unknown) | undefined
  /** Begins another topic that names this one. */
  readonly followUp: () => unknown
}

export function topicVerbs({ narrow }: Listing, channelId: number, topic: string): TopicVerbs {
  const newest = stretch(narrow).value?.ids.at(-1)
  const anyMessage = newest === undefined ? undefined : message(newest).value
  // A topic without a name cannot be resolved.
  const canResolve = anyMessage !== undefined && topic !== '' && mayResolve(channel(channelId))
  const place = { kind: 'channel', streamId: channelId, topic } as const
  return {
    isFollowed: isFollowed(place),
    isQuiet: isQuiet(place),
    resolve: canResolve ? () => toggleResolved(anyMessage.id, topic) : undefined,
    move: anyMessage && mayMove(anyMessage) ? () => openLayer('move-topic', anyMessage.id) : undefined,
    follow: () => toggleFollowed(place),
    mute: () => toggleQuiet(place),
    followUp: () => askForTopic(channelId, `#**${channelName(channelId) ?? ''}>${topic}**`),
  }
}
