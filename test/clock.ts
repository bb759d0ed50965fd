import type { Clock } from '../server/base/clock.ts'

/** Time in the hands of a test. */
export class TestClock implements Clock {
  #wall = Date.UTC(2026, 0, 5, 9)
  #monotonic = 0

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#monotonic
  }

  /** Time passes, for every clock. */
  pass(seconds: number): void {
    this.#wall += seconds * 1000
    this.#monotonic += seconds * 1000
  }

  /** Somebody sets the machine's clock. */
  jump(seconds: number): void {
    this.#wall += seconds * 1000
  }
}
