/**
 * Ids for the next messages of an organization, taken from the database's counter ahead of their use, so that
 * everything about a message is known before it is written. Ids grow along the log: those that another node has
 * overtaken are dropped, which leaves gaps and never disorder.
 */
export class MessageIds {
  #free: readonly number[] = []
  #used = 0

  get count(): number {
    return this.#free.length - this.#used
  }

  /** In order, and larger than all that were ever given. */
  add(ids: readonly number[]): void {
    this.#free = [...this.#free.slice(this.#used), ...ids]
    this.#used = 0
  }

  /** None is given twice, whatever becomes of the message. Undefined when there are too few. */
  take(count: number): readonly number[] | undefined {
    if (this.count < count) return undefined
    this.#used += count
    return this.#free.slice(this.#used - count, this.#used)
  }

  /** A message with that id is in the log. */
  overtake(id: number): void {
    while (this.count > 0 && this.#free[this.#used]! <= id) this.#used += 1
  }
}
