import { feature } from '../../kernel/feature.ts'

export const backupFeature = feature({
  shares: ['byte-reader', 'daily/backup-metrics', 'daily/daily-backups', 'daily/run-backup', 'queries'],
})
