import {
  OutgoingFailure,
  type OutgoingReply,
  type OutgoingRequests,
  readJsonObject,
} from '../../kernel/base/outgoing-requests.ts'
import type { Resource } from '../../kernel/resource.ts'
import type { PushToken } from './token-queries.ts'

/** Why the relay did not do what it was asked for. */
export class RelayFailure extends Error {
  override name = 'RelayFailure'
  /** Null if there was no answer. */
  readonly status: number | null
  /** The error code in the answer, if it has one. */
  readonly code: string | null
  /** Seconds after which the relay wants to be asked again. */
  readonly retryAfter: number

  constructor(reason: string, { status, code = null, retryAfter = 0 }: RelayAnswer) {
    super(reason)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

interface RelayAnswer {
  readonly status: number | null
  readonly code?: string | null
  readonly retryAfter?: number
}

/** An encrypted push token, as the contract's operation of the relay takes it. */
export interface RelayRegistration {
  readonly token_id: string
  readonly encrypted_push_registration: string
  readonly bouncer_public_key: string
}

/** A relay that hangs must not keep more requests and connections waiting than these. */
export const MAX_OPEN_REQUESTS = 20

/** The service that passes push notifications on to devices. Record 60 lists the requests. */
export class PushRelay {
  readonly #origin: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #outgoing: OutgoingRequests
  #open = 0

  constructor(url: string, outgoing: OutgoingRequests) {
    const { origin, username, password } = new URL(url)
    this.#origin = origin
    this.#outgoing = outgoing
    const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    this.#headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': 'Parley',
      ...(account === ':' ? {} : { Authorization: `Basic ${Buffer.from(account).toString('base64')}` }),
    }
  }

  register(realmUuid: string, registration: RelayRegistration, signal: AbortSignal): Promise<void> {
    return this.#ask('e2ee/register', { realm_uuid: realmUuid, ...registration }, signal)
  }

  notifyDevices(realmUuid: string, tokenIds: readonly string[], signal: AbortSignal): Promise<void> {
    const form = { realm_uuid: realmUuid, token_ids: JSON.stringify(tokenIds) }
    return this.#ask('e2ee/test_notification', form, signal)
  }

  notifyTokens(realmUuid: string, tokens: readonly PushToken[], signal: AbortSignal): Promise<void> {
    const form = { realm_uuid: realmUuid, tokens: JSON.stringify(tokens) }
    return this.#ask('test_notification', form, signal)
  }

  async #ask(path: string, form: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    if (this.#open >= MAX_OPEN_REQUESTS)
      throw new RelayFailure('too many requests wait for its answer', { status: null })
    this.#open += 1
    try {
      const body = new URLSearchParams(form).toString()
      const headers = { ...this.#headers, 'Content-Length': `${Buffer.byteLength(body)}` }
      requireSuccess(
        await this.#outgoing.post(`${this.#origin}/api/v1/remotes/push/${path}`, { headers, body, signal }),
      )
    } catch (error) {
      throw error instanceof OutgoingFailure ? new RelayFailure(error.message, { status: null }) : error
    } finally {
      this.#open -= 1
    }
  }
}

/** An answer that is not the API's own, such as the page of a proxy, is no success either. */
function requireSuccess({ status, body, retryAfter }: OutgoingReply): void {
  const { result, code } = readJsonObject(body) ?? {}
  if (status >= 200 && status <= 299 && result === 'success') return
  const known = typeof code === 'string' ? code : null
  throw new RelayFailure(`the response has status ${status}`, { status, code: known, retryAfter })
}

/** Null if the operator has not set one. */
export const pushRelay: Resource<PushRelay | null> = {
  name: 'push relay',
  open: ({ config: { pushRelayUrl }, outgoing }) =>
    pushRelayUrl === null ? null : new PushRelay(pushRelayUrl, outgoing),
}
