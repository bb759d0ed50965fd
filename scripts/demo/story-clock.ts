import type { Clock } from '../../server/kernel/base/clock.ts'

/** The time of the story while it is told, so that messages are as old as they look. */
export class StoryClock implements Clock {
  #wall: number

  constructor(start: number) {
    this.#wall = start
  }

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return performance.now()
  }

  set(time: number): void {
    this.#wall = time
  }
}
