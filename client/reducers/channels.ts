import type { EventOf } from '../../api/events/index.ts'
import type { NeverSubscribedChannel, Subscription } from '../../api/objects/channel.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { changeListed, type ListedChannel } from './listed-channels.ts'
import { type QueueOptions, reducer, type SubscriberLists } from './reducer.ts'

type SubscriptionEvent = EventOf<'subscription'>
type SubscriptionUpdate = Extract<SubscriptionEvent, { op: 'update' }>
type PeerEvent = Extract<SubscriptionEvent, { op: 'peer_add' | 'peer_remove' }>

const byId = (left: { stream_id: number }, right: { stream_id: number }): number => left.stream_id - right.stream_id

const without = <T extends { stream_id: number }>(list: readonly T[], ids: ReadonlySet<number>): T[] =>
  list.filter(({ stream_id }) => !ids.has(stream_id))

/** Adds or removes people. A complete list has the exact count. */
function changePeople<T extends ListedChannel>(channel: T, userIds: readonly number[], isJoining: boolean): T {
  const change = (list: readonly number[]): number[] => {
    const rest = list.filter((id) => !userIds.includes(id))
    return isJoining ? [...rest, ...userIds].sort((a, b) => a - b) : rest
  }
  const { subscribers, partial_subscribers: partial, subscriber_count: count } = channel
  const subscriber_count = subscribers
    ? change(subscribers).length
    : Math.max(0, count + (isJoining ? userIds.length : -userIds.length))
  return {
    ...channel,
    subscriber_count,
    ...(subscribers && { subscribers: change(subscribers) }),
    ...(partial && { partial_subscribers: change(partial) }),
  }
}

function applyPeers(state: RegisterState, { op, stream_ids, user_ids }: PeerEvent): RegisterState {
  // The caller's own subscriptions change with `add` and `remove`.
  const others = user_ids.filter((id) => id !== state.user_id)
  return changeListed(state, new Set(stream_ids), (channel) => changePeople(channel, others, op === 'peer_add'))
}

function addSubscriptions(state: RegisterState, added: readonly Subscription[]): RegisterState {
  const ids = new Set(added.map(({ stream_id }) => stream_id))
  const counts = new Map(added.map(({ stream_id, subscriber_count }) => [stream_id, subscriber_count]))
  const { streams, subscriptions, unsubscribed, never_subscribed: never } = state
  return {
    ...state,
    ...(streams && {
      streams: streams.map((channel) => ({
        ...channel,
        subscriber_count: counts.get(channel.stream_id) ?? channel.subscriber_count,
      })),
    }),
    ...(subscriptions && { subscriptions: [...without(subscriptions, ids), ...added].sort(byId) }),
    ...(unsubscribed && { unsubscribed: without(unsubscribed, ids) }),
    ...(never && { never_subscribed: without(never, ids) }),
  }
}

function removeSubscriptions(state: RegisterState, ids: ReadonlySet<number>): RegisterState {
  const own = state.user_id === undefined ? [] : [state.user_id]
  const left = changeListed(state, ids, (channel) => changePeople(channel, own, false))
  const { subscriptions, unsubscribed } = left
  if (!subscriptions || !unsubscribed) return left
  const gone = subscriptions.filter(({ stream_id }) => ids.has(stream_id))
  return {
    ...left,
    subscriptions: without(subscriptions, ids),
    unsubscribed: [...without(unsubscribed, ids), ...gone].sort(byId),
  }
}

function updateSubscription(state: RegisterState, { stream_id, property, value }: SubscriptionUpdate): RegisterState {
  const { subscriptions } = state
  if (!subscriptions) return state
  const change = (one: Subscription) => (one.stream_id === stream_id ? { ...one, [property]: value } : one)
  return { ...state, subscriptions: subscriptions.map(change) }
}

function applySubscriptionEvent(state: RegisterState, event: SubscriptionEvent): RegisterState {
  switch (event.op) {
    case 'add':
      return addSubscriptions(state, event.subscriptions)
    case 'remove':
      return removeSubscriptions(state, new Set(event.subscriptions.map(({ stream_id }) => stream_id)))
    case 'update':
      return updateSubscription(state, event)
    default:
      return applyPeers(state, event)
  }
}

const emptyList: Record<SubscriberLists, Partial<NeverSubscribedChannel>> = {
  true: { subscribers: [] },
  // Small channels have the complete list, and a new one is small.
  partial: { subscribers: [] },
  false: {},
}

/** Channels that are gone, or out of sight. */
function deleteChannels(state: RegisterState, ids: ReadonlySet<number>): RegisterState {
  const { streams, subscriptions, unsubscribed, never_subscribed: never } = state
  return {
    ...state,
    ...(streams && { streams: without(streams, ids) }),
    ...(subscriptions && { subscriptions: without(subscriptions, ids) }),
    ...(unsubscribed && { unsubscribed: without(unsubscribed, ids) }),
    ...(never && { never_subscribed: without(never, ids) }),
  }
}

type ChannelUpdated = Extract<EventOf<'stream'>, { op: 'update' }>

/** One property, and the fields that come with it. */
function updateChannel(state: RegisterState, event: ChannelUpdated): RegisterState {
  const { id: _, type, op, stream_id, name, property, value, ...along } = event
  return changeListed(state, new Set([stream_id]), (channel) => ({ ...channel, ...along, [property]: value }))
}

/** A new channel, or one that came into sight: not subscribed, unless another event says so. Or channels that are gone. */
function applyChannelEvent(
  state: RegisterState,
  event: EventOf<'stream'>,
  { includeSubscribers: lists }: QueueOptions,
): RegisterState {
  if (event.op === 'delete') return deleteChannels(state, new Set(event.stream_ids))
  if (event.op === 'update') return updateChannel(state, event)
  const ids = new Set(event.streams.map(({ stream_id }) => stream_id))
  const known = new Set(
    [...(state.subscriptions ?? []), ...(state.unsubscribed ?? [])].map((channel) => channel.stream_id),
  )
  const fresh = event.streams
    .filter(({ stream_id }) => !known.has(stream_id))
    .map((channel): NeverSubscribedChannel => ({ ...channel, ...emptyList[lists] }))
  return {
    ...state,
    ...(state.streams && { streams: [...without(state.streams, ids), ...event.streams].sort(byId) }),
    ...(state.never_subscribed && {
      never_subscribed: [...without(state.never_subscribed, ids), ...fresh].sort(byId),
    }),
  }
}

export const channels = reducer('stream', applyChannelEvent)

export const subscriptions = reducer('subscription', applySubscriptionEvent)
