import { Gauge, type Registry } from 'prom-client'
import type { KnownBackups } from '../queries.ts'

/** Queried at each scrape, because all nodes share the table. While the database is away, the last values stay. */
export function addBackupMetrics(registry: Registry, now: () => number, read: () => Promise<KnownBackups>): void {
  const registers = [registry]
  const known = () => read().catch(() => null)
  new Gauge({
    name: 'parley_backup_failed',
    help: '1 if the last try of the daily backup failed',
    registers,
    async collect() {
      const found = await known()
      if (found) this.set(found.failedAt === null ? 0 : 1)
    },
  })
  new Gauge({
    name: 'parley_backup_age_seconds',
    help: 'Time since the last complete backup; absent if there was none',
    registers,
    async collect() {
      const found = await known()
      if (!found) return
      this.remove()
      if (found.completedAt !== null) this.set(now() - found.completedAt)
    },
  })
}
