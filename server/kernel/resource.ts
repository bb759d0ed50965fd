import type { Clock } from './base/clock.ts'
import type { Config } from './base/config.ts'
import type { OutgoingRequests } from './base/outgoing-requests.ts'

/** What a resource is opened with. */
export interface ResourceOptions {
  readonly config: Config
  readonly clock: Clock
  /** Requests to addresses that users chose. */
  readonly outgoing: OutgoingRequests
  /** How long a request to another server may take, in milliseconds. Undefined: as long as usual. */
  readonly outgoingLimit: number | undefined
}

/** Something that a feature opens once for the process. The object is also the key under which the context has it. */
export interface Resource<T> {
  readonly name: string
  open(means: ResourceOptions): T
  close?(opened: T): Promise<void>
}

/** Opens the resources in their order, and closes them in the opposite one. */
export class OpenResources {
  readonly #opened: ReadonlyMap<Resource<unknown>, unknown>

  constructor(resources: readonly Resource<unknown>[], means: ResourceOptions) {
    this.#opened = new Map(resources.map((one) => [one, one.open(means)]))
  }

  get<T>(wanted: Resource<T>): T {
    if (!this.#opened.has(wanted)) throw new Error(`no feature opens the resource "${wanted.name}"`)
    return this.#opened.get(wanted) as T
  }

  async close(): Promise<void> {
    for (const [resource, opened] of [...this.#opened].reverse()) await resource.close?.(opened)
  }
}
