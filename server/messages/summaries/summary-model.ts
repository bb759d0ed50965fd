import type { SummaryModelConfig } from '../../kernel/base/config.ts'
import { successOf, valueAt } from '../../kernel/base/outgoing-answer.ts'
import { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import { Turns } from '../../kernel/base/turns.ts'
import type { Resource } from '../../kernel/resource.ts'

/** Models on machines without much power are slow. */
const TIMEOUT_MILLISECONDS = 60_000

/** The operator chose the address, and nobody else can. So it may be on this machine, where models often are. */
const ANYWHERE = ['0.0.0.0/0', '::/0']

/** For the whole server. A model serves few requests at once, and each may take a minute. */
const TURNS = { turns: 4, perCaller: 1, waiting: 2, wait: 10_000 }

export interface Question {
  readonly instructions: string
  readonly text: string
  /** Ends the request early. */
  readonly signal: AbortSignal
}

/** A language model behind an address for chat completions, as OpenAI has defined them and many servers offer them. */
export class SummaryModel {
  readonly #url: string
  readonly #model: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #outgoing: OutgoingRequests
  readonly #turns = new Turns<number>(TURNS)

  constructor({ url, model, key }: SummaryModelConfig, timeout = TIMEOUT_MILLISECONDS) {
    this.#url = url
    this.#model = model
    this.#headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Parley',
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    }
    this.#outgoing = new OutgoingRequests(ANYWHERE, timeout)
  }

  /** Runs the work of a person when the model is free. Throws `Busy` if it would have to wait too long. */
  inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(userId, work)
  }

  /** The text of the model, or the reason why there is none. */
  async answer({ instructions, text, signal }: Question): Promise<string | { readonly reason: string }> {
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: text },
    ]
    const body = JSON.stringify({ model: this.#model, messages, stream: false })
    const reply = await successOf(this.#outgoing.post(this.#url, { headers: this.#headers, body, signal }))
    if ('reason' in reply) return reply
    const content = valueAt(reply.body, 'choices', '0', 'message', 'content')
    return typeof content === 'string' && content.trim() !== '' ? content : { reason: 'the response has no text' }
  }
}

/** The language model that summarizes conversations. Null if the operator has not set one. */
export const summaryModel: Resource<SummaryModel | null> = {
  name: 'summary model',
  open: ({ config, outgoingLimit }) => config.summaryModel && new SummaryModel(config.summaryModel, outgoingLimit),
}
