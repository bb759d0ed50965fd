import type { ArgsOf, ResultOf } from '../api/contract.ts'
import type { endpoints } from '../api/endpoints/index.ts'
import { BROWSER_PREFIX } from '../api/prefix.ts'
import { ClientError } from './client-error.ts'
import { type CallName, writeCall } from './write-call.ts'

type Endpoints = typeof endpoints

/** A browser knows ids, and a file is a Blob. */
type BrowserArgs<N extends CallName> = N extends 'sendMessage'
  ? Omit<ArgsOf<Endpoints[N]>, 'to'> & { to: number | readonly number[] }
  : {
      [K in keyof ArgsOf<Endpoints[N]>]: ArgsOf<Endpoints[N]>[K] extends { bytes: Uint8Array }
        ? File
        : ArgsOf<Endpoints[N]>[K]
    }

export interface SessionOptions {
  /** The token of the page's cookie, read anew for each call, because signing in changes it. */
  csrfToken(): string
  /** The server says that nobody is signed in. The caller of the failed call also gets the error. */
  onSignedOut(): void
  send?: typeof fetch
  /** Empty in a page; the address of the server elsewhere. */
  url?: string
}

export interface SessionCallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface Session {
  call<N extends CallName>(name: N, args: BrowserArgs<N>, options?: SessionCallOptions): Promise<ResultOf<Endpoints[N]>>
}

/** No answer came: the network failed, or a proxy answered instead of the server. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new NoAnswer(`The answer with status ${response.status} is not of this server.`)
  }
}

/** Calls the server with the cookie of the browser. */
export function createSession({ csrfToken, onSignedOut, send = fetch, url = '' }: SessionOptions): Session {
  return {
    async call(name, args, { idempotencyKey, signal } = {}) {
      const { method, path, body } = writeCall(name, args)
      const headers = new Headers({ 'X-CSRFToken': csrfToken() })
      if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
      const response = await send(`${url}${BROWSER_PREFIX}${path}`, {
        method,
        headers,
        body,
        signal: signal ?? null,
        credentials: 'same-origin',
      }).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error
        throw new NoAnswer('The server cannot be reached.')
      })
      const { result, msg, code, ...rest } = await readAnswer(response)
      if (result === 'success' && code === undefined) return rest as never
      const error = new ClientError(response.status, (code ?? null) as ClientError['code'], String(msg), rest)
      // Signing out in another tab also takes the cookie that proves where a call comes from.
      if (response.status === 401 || code === 'CSRF_FAILED') onSignedOut()
      throw error
    },
  }
}
