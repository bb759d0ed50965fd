import { feature } from '../../kernel/feature.ts'

export const oauthFeature = feature({
  shares: ['request-token'],
})
