/** So many ids the database's counter gives at once: the increment of `message_id_seq`. */
export const IDS_IN_A_BLOCK = 256

/**
 * Ids for the next messages, taken from the database's counter ahead of their use, so that everything about a message is
 * known before it is written. All organizations of a process share them, so that ids grow over the whole of it. They
 * grow along each log: those that another node has overtaken are dropped, and so is the rest of a block that is too
 * small for a batch, which leaves gaps and never disorder.
 */
export class MessageIds {
  #next = 1
  #last = 0

  get count(): number {
    return this.#last - this.#next + 1
  }

  /** A block by its last id, which is what the counter says. */
  add(last: number): void {
    this.#next = Math.max(this.#next, last - IDS_IN_A_BLOCK + 1)
    this.#last = last
  }

  /** The first of so many in a row. None is given twice, whatever becomes of the message. Undefined when there are too few. */
  take(count: number): number | undefined {
    if (this.count < count) return undefined
    this.#next += count
    return this.#next - count
  }

  /** A message with that id is in the log. */
  overtake(id: number): void {
    this.#next = Math.max(this.#next, id + 1)
  }
}
