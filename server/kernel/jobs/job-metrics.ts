import { Counter, Gauge, type Registry } from 'prom-client'
import type { JobCounts } from './job-queries.ts'
import type { WorkerHooks } from './worker-options.ts'

/** Metrics of jobs. The counts by state are queried at each scrape, because all nodes share the table. */
export function createJobMetrics(registry: Registry, count: () => Promise<JobCounts>): WorkerHooks['onOutcome'] {
  const registers = [registry]
  const oldest = new Gauge({
    name: 'parley_jobs_oldest_seconds',
    help: 'Age of the oldest job that is waiting or failed',
    registers,
  })
  new Gauge({
    name: 'parley_jobs',
    help: 'Jobs of all nodes, by state',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      // While the database is away, the last values stay.
      const counts = await count().catch(() => null)
      if (!counts) return
      for (const [state, value] of Object.entries(counts.states)) this.set({ state }, value)
      oldest.set(counts.oldestSeconds)
    },
  })
  const runs = new Counter({
    name: 'parley_job_runs_total',
    help: 'Tries of jobs by this process',
    labelNames: ['task', 'outcome'] as const,
    registers,
  })
  return (task, outcome) => runs.inc({ task, outcome })
}
