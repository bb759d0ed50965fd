const MAX_REMEMBERED = 10_000
/** Longer than any header with an ordinary address and a key. Longer values are not cached. */
const LONGEST = 500

/** Caches results for values that clients send with every request. Drops all entries when there are too many. */
export class AnswerCache<Answer> {
  readonly #answers = new Map<string, Answer>()

  get(question: string): Answer | undefined {
    return this.#answers.get(question)
  }

  set(question: string, answer: Answer): void {
    if (question.length > LONGEST) return
    if (this.#answers.size >= MAX_REMEMBERED) this.#answers.clear()
    this.#answers.set(question, answer)
  }
}
