/** The time of the process. Tests replace it. No other code uses Date.now() for a decision. */
export interface Clock {
  /** Wall time in milliseconds. It may jump. */
  now(): number
  /** Milliseconds that never decrease, for intervals, time-outs and expiry. */
  monotonic(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
