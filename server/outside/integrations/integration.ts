import type { DeliveryHeaders } from './headers.ts'
import type { Payload } from './payload.ts'

/** The message that a payload becomes. */
export interface Notice {
  /** What happened, one of the integration's event types. */
  readonly event?: string
  /** The topic, unless the address names another one. */
  readonly topic: string
  /** Markdown. */
  readonly content: string
  /** True for a repository that not everybody can read. */
  readonly isPrivate?: boolean
}

export interface UrlOption {
  readonly key: string
  readonly label: string
  readonly inputType: 'bool' | 'text'
}

/** A service that sends webhooks, and how to read them. */
export interface Integration {
  /** In the address: lower case, digits and underscores. */
  readonly name: string
  /** People see it. */
  readonly displayName: string
  /** The events that the address can select. Null if the service has only one kind. */
  readonly eventTypes: readonly string[] | null
  /** Parameters of the address that only some services have. */
  readonly urlOptions?: readonly UrlOption[]
  /**
   * The message for a payload. Null for something that is not worth a message. Throws `UnsupportedEvent` for an event
   * that it does not know.
   */
  read(payload: Payload, headers: DeliveryHeaders): Notice | null
}

/** The service sent an event that its integration does not know. */
export class UnsupportedEvent extends Error {
  override name = 'UnsupportedEvent'
  readonly event: string

  constructor(event: string) {
    super(`unsupported event ${event}`)
    this.event = event
  }
}

export const IGNORE_PRIVATE: UrlOption = {
  key: 'ignore_private_repositories',
  label: 'Leave out private repositories',
  inputType: 'bool',
}
