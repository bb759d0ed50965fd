import type { RegisterState } from '../../api/objects/register-state.ts'

/** The fields of a channel that all lists have. */
export interface ListedChannel {
  stream_id: number
  subscriber_count: number
  subscribers?: number[] | undefined
  partial_subscribers?: number[] | undefined
  first_message_id: number | null
  is_recently_active: boolean
}

/** Applies a change to these channels in all lists. */
export function changeListed(
  state: RegisterState,
  ids: ReadonlySet<number>,
  change: <T extends ListedChannel>(channel: T) => T,
): RegisterState {
  const inList = <T extends ListedChannel>(list: readonly T[]): T[] =>
    list.map((channel) => (ids.has(channel.stream_id) ? change(channel) : channel))
  return {
    ...state,
    ...(state.streams && { streams: inList(state.streams) }),
    ...(state.subscriptions && { subscriptions: inList(state.subscriptions) }),
    ...(state.unsubscribed && { unsubscribed: inList(state.unsubscribed) }),
    ...(state.never_subscribed && { never_subscribed: inList(state.never_subscribed) }),
  }
}
