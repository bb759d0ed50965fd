/** A job to run after commit, as stored in a log row. */
export interface LoggedJob {
  readonly task: string
  readonly payload: unknown
  /** Milliseconds, from `ctx.clock`. Absent: as soon as possible. */
  readonly runAt?: number
  /** A later job with the same key replaces one that has not started. */
  readonly key?: string
  /** Jobs of the same queue run one at a time, in their order. */
  readonly queue?: string
  /** It waits for servers of others. Only a few of these run at once, so that other jobs still get their turn. */
  readonly isSlow?: true
}

type Timing = Pick<LoggedJob, 'runAt' | 'key' | 'queue' | 'isSlow'>

/** A kind of job. Payloads are stored, so later releases must still understand them. */
export interface JobKind<Payload> {
  readonly task: string
  job(payload: Payload, timing?: Timing): LoggedJob
}

export const jobKind = <Payload>(task: string): JobKind<Payload> => ({
  task,
  job: (payload, timing = {}) => ({ task, payload, ...timing }),
})
