import { feature } from '../../kernel/feature.ts'
import { HOUR } from '../../kernel/jobs/recurring.ts'
import { deleteExpired } from './delete-expired.ts'

export const retentionFeature = feature({
  recurring: [{ name: 'message-retention', everySeconds: HOUR, run: deleteExpired }],
})
