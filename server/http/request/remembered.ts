const MOST = 10_000
/** Longer than any header with an address of ordinary length and a key. What is longer is answered anew each time. */
const LONGEST = 500

/** Answers to questions that clients ask with every request. Forgets all when there are too many: they come back. */
export class Remembered<Answer> {
  readonly #answers = new Map<string, Answer>()

  get(question: string): Answer | undefined {
    return this.#answers.get(question)
  }

  set(question: string, answer: Answer): void {
    if (question.length > LONGEST) return
    if (this.#answers.size >= MOST) this.#answers.clear()
    this.#answers.set(question, answer)
  }
}
