import { feature } from '../../kernel/feature.ts'

export const incomingMailFeature = feature({
  shares: ['receive-mail'],
})
