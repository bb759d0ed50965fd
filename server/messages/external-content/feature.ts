import { feature } from '../../kernel/feature.ts'
import { externalAddress } from './external-address.ts'
import { externalContentPages } from './page-routes.ts'

export const externalContentFeature = feature({
  filePages: externalContentPages,
  hooks: { externalAddress },
})
