import { isMuted, POLICY, topicKey } from '../../client/model/indexed.ts'
import type { Place } from '../../client/model/place.ts'
import { channel, shownTopic, topicPolicy } from '../channels/store.ts'
import { showToast } from '../kernel/announce.ts'
import { showFailure } from '../kernel/failure.ts'
import { session } from '../kernel/session.ts'
import { showAtOnce, state } from '../kernel/state.ts'
import { type TextKey, t } from '../kernel/texts.ts'
import { serverNow } from '../kernel/time.ts'
import { Wishes } from '../kernel/wishes.ts'

type Policy = (typeof POLICY)[keyof typeof POLICY]
type TopicPlace = Extract<Place, { kind: 'channel' }>

export const isFollowed = (place: Place): boolean =>
  place.kind === 'channel' && topicPolicy(place.streamId, place.topic) === POLICY.followed

export const isQuiet = (place: Place): boolean =>
  place.kind === 'channel' && state.value !== null && isMuted(state.value, place.streamId, place.topic)

/** What makes a muted topic heard again depends on its channel. */
const unmutePolicy = (channelId: number): Policy => (channel(channelId)?.is_muted ? POLICY.unmuted : POLICY.none)

const wishes = new Wishes<string, Policy>()

const policyNow = ({ streamId, topic }: TopicPlace): Policy =>
  wishes.wanted(topicKey(streamId, topic)) ?? (topicPolicy(streamId, topic) as Policy)

function show({ streamId, topic }: TopicPlace, visibility_policy: Policy): void {
  const last_updated = Math.floor(serverNow())
  showAtOnce({ type: 'user_topic', id: -1, stream_id: streamId, topic_name: topic, last_updated, visibility_policy })
}

function want(place: TopicPlace, wanted: Policy): Promise<boolean> {
  const { streamId, topic } = place
  return wishes.want(topicKey(streamId, topic), {
    wanted,
    before: policyNow(place),
    show: (policy) => show(place, policy),
    send: (visibility_policy) => session.call('updateUserTopic', { stream_id: streamId, topic, visibility_policy }),
  })
}

async function change(place: TopicPlace, policy: Policy, said: TextKey): Promise<void> {
  const before = policyNow(place)
  try {
    if (await want(place, policy))
      showToast(t(said, { topic: shownTopic(place.topic) }), () => want(place, before).catch(showFailure))
  } catch (error) {
    showFailure(error)
  }
}

/** Follows a topic, or stops that. It can be undone. False for direct messages, which cannot be followed. */
export function toggleFollowed(place: Place): boolean {
  if (place.kind === 'direct') return false
  const isOn = policyNow(place) === POLICY.followed
  void change(place, isOn ? POLICY.none : POLICY.followed, isOn ? 'topic.nowUnfollowed' : 'topic.nowFollowed')
  return true
}

/** Mutes a topic, or stops that. It can be undone. False for direct messages, which cannot be muted. */
export function toggleQuiet(place: Place): boolean {
  if (place.kind === 'direct') return false
  const isOn = isQuiet(place)
  void change(place, isOn ? unmutePolicy(place.streamId) : POLICY.muted, isOn ? 'topic.nowUnmuted' : 'topic.nowMuted')
  return true
}
