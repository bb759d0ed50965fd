import { feature } from '../../kernel/feature.ts'
import { defaultGroupsState } from './initial-state.ts'
import { defaultChannelGroupsInvariants } from './invariants.ts'
import { defaultChannelGroupKind } from './record.ts'
import { defaultChannelRoutes } from './routes.ts'

export const defaultChannelGroupsFeature = feature({
  shares: ['default-channels', 'follow-role', 'leave-default-groups', 'set-default'],
  routes: defaultChannelRoutes,
  records: { defaultChannelGroup: defaultChannelGroupKind },
  state: [defaultGroupsState],
  visitorState: [{ types: ['default_stream_groups'], take: () => ({ realm_default_stream_groups: [] }) }],
  invariants: defaultChannelGroupsInvariants,
})
