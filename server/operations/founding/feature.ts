import { feature } from '../../kernel/feature.ts'

export const foundingFeature = feature({
  shares: ['found-realm'],
})
