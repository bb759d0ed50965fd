import { Busy } from '../base/busy.ts'
import type { WaitLimits } from '../base/turns.ts'

export interface Waiter {
  reject(error: unknown): void
}

interface WaitingJob<Job> {
  readonly job: Job
  /** Monotonic milliseconds. */
  readonly since: number
}

/** The changes that wait for a lane, limited in number and in time. A refused change is never taken afterwards. */
export class WaitingLine<Job extends Waiter> {
  readonly #limits: WaitLimits
  #line: WaitingJob<Job>[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(limits: WaitLimits) {
    this.#limits = limits
  }

  get length(): number {
    return this.#line.length
  }

  get first(): Job | undefined {
    return this.#line[0]?.job
  }

  /** Adds a job to an idle lane, which takes it at once. */
  joinAlone(job: Job): void {
    this.#line.push({ job, since: 0 })
  }

  /** Adds a job behind others, or refuses it when there are too many. */
  join(job: Job): void {
    if (this.#line.length >= this.#limits.waiting) {
      job.reject(new Busy('full'))
      return
    }
    this.#line.push({ job, since: performance.now() })
    this.#timer ??= setTimeout(() => this.#refuseLate(), this.#limits.wait).unref()
  }

  /** Takes jobs from the front until `choose` returns 'stop'. */
  take(choose: (job: Job) => 'take' | 'pass' | 'stop'): Job[] {
    const taken: Job[] = []
    const passed: WaitingJob<Job>[] = []
    let at = 0
    for (; at < this.#line.length; at += 1) {
      const placed = this.#line[at]!
      const choice = choose(placed.job)
      if (choice === 'stop') break
      if (choice === 'take') taken.push(placed.job)
      else passed.push(placed)
    }
    this.#line = at === this.#line.length ? passed : passed.concat(this.#line.slice(at))
    return taken
  }

  /** For a database that does not keep up. The waiting jobs would time out too. */
  refuseAll(): void {
    for (const { job } of this.#line.splice(0)) job.reject(new Busy('late'))
  }

  #refuseLate(): void {
    this.#timer = undefined
    const oldest = performance.now() - this.#limits.wait
    const late = this.#line.filter(({ since }) => since <= oldest)
    this.#line = this.#line.filter(({ since }) => since > oldest)
    for (const { job } of late) job.reject(new Busy('late'))
    const [next] = this.#line
    if (next) this.#timer = setTimeout(() => this.#refuseLate(), next.since - oldest).unref()
  }
}
