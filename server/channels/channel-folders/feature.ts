import { feature } from '../../kernel/feature.ts'
import { foldersState, visitorFoldersState } from './initial-state.ts'
import { channelFoldersInvariants } from './invariants.ts'
import { channelFolderKind } from './record.ts'
import { channelFolderRoutes } from './routes.ts'

export const channelFoldersFeature = feature({
  shares: ['access', 'record'],
  routes: channelFolderRoutes,
  records: { channelFolder: channelFolderKind },
  state: [foldersState],
  visitorState: [visitorFoldersState],
  invariants: channelFoldersInvariants,
})
