import { feature } from '../../kernel/feature.ts'

export const mailFeature = feature({
  shares: ['mail-view', 'stop-mail', 'unsubscribe-link'],
})
