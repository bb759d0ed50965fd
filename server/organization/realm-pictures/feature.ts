import { feature } from '../../kernel/feature.ts'
import { realmPicturesInvariants } from './invariants.ts'
import { realmPicturePages, realmPictureRoutes } from './routes.ts'

export const realmPicturesFeature = feature({
  shares: ['picture-files', 'present'],
  routes: realmPictureRoutes,
  filePages: realmPicturePages,
  invariants: realmPicturesInvariants,
})
