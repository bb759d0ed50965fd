/** The number of ids that the database's counter returns at once: the increment of `message_id_seq`. */
export const IDS_IN_A_BLOCK = 256

/**
 * Ids for the next messages, reserved from the database's counter, so that a message is fully known before it is
 * written. All organizations of the process share them, so ids grow across the whole process. Ids also grow along each
 * log: ids that another node has passed are dropped, and so is the rest of a block that is too small for a batch. This
 * leaves gaps, but ids are never out of order.
 */
export class MessageIds {
  #next = 1
  #last = 0

  get count(): number {
    return this.#last - this.#next + 1
  }

  /** Adds a block, given by its last id, which is the value of the counter. */
  add(last: number): void {
    this.#next = Math.max(this.#next, last - IDS_IN_A_BLOCK + 1)
    this.#last = last
  }

  /**
   * Reserves consecutive ids and returns the first. An id is never given twice, even if its message is not written.
   * Undefined if there are too few.
   */
  take(count: number): number | undefined {
    if (this.count < count) return undefined
    this.#next += count
    return this.#next - count
  }

  /** Drops ids up to this one, because a message with this id is in the log. */
  overtake(id: number): void {
    this.#next = Math.max(this.#next, id + 1)
  }
}
