import { feature } from '../../kernel/feature.ts'
import { avatarsInvariants } from './invariants.ts'
import { avatarPages, avatarRoutes } from './routes.ts'

export const avatarsFeature = feature({
  shares: ['avatar-files', 'avatar-rules', 'change-avatar', 'emit-avatar'],
  routes: avatarRoutes,
  filePages: avatarPages,
  invariants: avatarsInvariants,
})
