import { feature } from '../kernel/feature.ts'
import { channelsState, defaultChannelsState, subscriptionsState } from './initial-state.ts'
import { channelsInvariants } from './invariants.ts'
import { channelRoutes } from './routes.ts'
import { visitorChannelsState, visitorSubscriptionsState } from './visitor-state.ts'

export const channelsFeature = feature({
  shares: [
    'colors',
    'create-channel',
    'describe-channel',
    'email-address',
    'first-message',
    'initial-state',
    'member-queries',
    'peer-events',
    'queries',
    'subscribe',
    'subscribe-users',
    'unsubscribe-users',
  ],
  routes: channelRoutes,
  state: [channelsState, subscriptionsState, defaultChannelsState],
  visitorState: [
    visitorChannelsState,
    visitorSubscriptionsState,
    { types: ['default_streams'], take: () => ({ realm_default_streams: [] }) },
  ],
  invariants: channelsInvariants,
})
