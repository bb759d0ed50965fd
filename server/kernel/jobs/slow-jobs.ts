import type { Job, Worker, WorkerEvents } from 'graphile-worker'

/** The flag of jobs that wait for servers of others. */
export const SLOW = 'slow'
export const MAX_CONCURRENT_SLOW_JOBS = 2

/**
 * Lets only a few slow jobs run at once. A worker that may fetch one holds a place from then on, because several workers
 * fetch at the same time, and frees it if it gets none.
 */
export class SlowJobs {
  #places = MAX_CONCURRENT_SLOW_JOBS
  #isLastPermitted = false
  readonly #holders = new Set<Worker>()
  /** Workers before their first fetch: other workers may ask between their question and their fetch. */
  readonly #beginners = new Set<Worker>()

  /** Which jobs the next fetch skips. */
  readonly forbiddenFlags = (): string[] => {
    this.#isLastPermitted = this.#places > 0
    if (this.#isLastPermitted) this.#places -= 1
    return this.#isLastPermitted ? [] : [SLOW]
  }

  /** Called between the question and the first fetch of a worker. */
  begin(worker: Worker, skipped: readonly string[] | null): void {
    this.#beginners.add(worker)
    if (!skipped?.includes(SLOW)) this.#holders.add(worker)
  }

  follow(events: WorkerEvents): void {
    const release = ({ worker }: { worker: Worker }) => {
      if (this.#holders.delete(worker)) this.#places += 1
    }
    events.on('worker:getJob:start', ({ worker }) => {
      if (!this.#beginners.delete(worker) && this.#isLastPermitted) this.#holders.add(worker)
    })
    events.on('worker:getJob:empty', release)
    events.on('worker:getJob:error', release)
    events.on('job:start', ({ worker, job }) => isSlow(job) || release({ worker }))
    events.on('job:complete', release)
  }
}

const isSlow = ({ flags }: Job): boolean => flags?.[SLOW] === true
