import { feature } from '../../kernel/feature.ts'

export const signInMethodsFeature = feature({
  shares: ['methods', 'present'],
})
