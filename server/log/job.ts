/** Work to be done after a change is committed, as a row of the log carries it. */
export interface LoggedJob {
  readonly task: string
  readonly payload: unknown
  /** Milliseconds by the process's clock; at once when absent. */
  readonly runAt?: number
  /** A later job with the same key takes the place of one that has not begun. */
  readonly key?: string
}

type Timing = Pick<LoggedJob, 'runAt' | 'key'>

/** A kind of work, by its name. Its payload is stored, so a later release still has to understand it. */
export interface JobKind<Payload> {
  readonly task: string
  job(payload: Payload, timing?: Timing): LoggedJob
}

export const jobKind = <Payload>(task: string): JobKind<Payload> => ({
  task,
  job: (payload, timing = {}) => ({ task, payload, ...timing }),
})
