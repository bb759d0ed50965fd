import type { Clock } from '../server/kernel/base/clock.ts'

/** A clock that the test controls. */
export class TestClock implements Clock {
  #wall = Date.UTC(2026, 0, 5, 9)
  #monotonic = 0

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#monotonic
  }

  /** Advances both clocks. */
  pass(seconds: number): void {
    this.#wall += seconds * 1000
    this.#monotonic += seconds * 1000
  }

  /** Changes the wall clock only. */
  jump(seconds: number): void {
    this.#wall += seconds * 1000
  }
}

/** The milliseconds of the processor that something takes, which other work on the machine does not change. */
export function cpuTime(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
