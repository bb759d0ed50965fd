import * as z from 'zod'
import type { ArgsOf, Endpoint, ResultOf } from '../api/contract.ts'
import { COMMON_ERRORS, ERRORS, type ErrorCode } from '../api/errors.ts'
import { ClientError, ContractBreach } from './client-error.ts'
import { encodeCall } from './encode.ts'

export interface Outcome {
  /** The operation's name in the contract. */
  operation: string
  /** `success` or an error code. Null for an answer without one. */
  outcome: string | null
  /** The arguments of the caller. */
  args?: Record<string, unknown>
  /** The result, if it was a success. */
  result?: Record<string, unknown>
  status?: number
  /** The whole body. */
  answer?: Record<string, unknown>
}

/** Sends a request. The type of `fetch`, as far as the client uses it. */
export type Send = (
  url: string,
  request: Required<Pick<RequestInit, 'method' | 'signal'>> & {
    readonly headers: Headers
    readonly body: URLSearchParams | FormData | null
  },
) => Promise<Pick<Response, 'status' | 'text'>>

export interface ClientOptions {
  /** The server's address, without the API prefix. */
  url: string
  /** Absent for a visitor. */
  email?: string
  apiKey?: string
  userAgent?: string
  /** Validate every answer against the contract. It costs time, so clients in production do not use it. */
  strict?: boolean
  observe?: (outcome: Outcome) => void
  /** `fetch`, unless another way is given. */
  send?: Send
}

export interface CallOptions {
  /** A repetition with the same key and the same content is the same message. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface Client {
  readonly options: ClientOptions
  call<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, options?: CallOptions): Promise<ResultOf<E>>
}

type Body = Record<string, unknown>

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code)

function headersOf({ email, apiKey, userAgent }: ClientOptions, { idempotencyKey }: CallOptions): Headers {
  const headers = new Headers({ 'user-agent': userAgent ?? 'Parley' })
  if (email !== undefined && apiKey !== undefined) {
    const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
    headers.set('authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`)
  }
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  return headers
}

async function readBody(response: Pick<Response, 'status' | 'text'>): Promise<Body> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Body
  } catch {
    throw new ContractBreach(`The answer is not JSON (status ${response.status}): ${text.slice(0, 200)}`)
  }
}

function errorOf(endpoint: Endpoint, status: number, body: Body, strict: boolean): Error {
  const { result: _, msg, code, ...data } = body
  if (strict && status < 500 && code !== undefined) {
    const declared: readonly unknown[] = [...endpoint.errors, ...COMMON_ERRORS]
    if (!declared.includes(code)) return new ContractBreach(`${endpoint.id} does not declare the error ${code}: ${msg}`)
  }
  return new ClientError(status, isCode(code) ? code : null, String(msg), data)
}

const checks = new WeakMap<Endpoint, z.ZodType>()

function checkResult(endpoint: Endpoint, result: Body): void {
  let schema = checks.get(endpoint)
  if (!schema) {
    schema = z.strictObject(endpoint.result)
    checks.set(endpoint, schema)
  }
  const parsed = schema.safeParse(result)
  if (!parsed.success) throw new ContractBreach(`${endpoint.id}: ${z.prettifyError(parsed.error)}`)
}

/**
 * Creates a client that calls the server by the contract's declarations, which give the types of arguments, answers and
 * error codes.
 */
export function createClient(options: ClientOptions): Client {
  const { strict = false, send = fetch } = options
  return {
    options,
    async call<E extends Endpoint>(endpoint: E, args: ArgsOf<E>, callOptions: CallOptions = {}): Promise<ResultOf<E>> {
      const { path, body } = encodeCall(endpoint, args)
      const response = await send(options.url + path, {
        method: endpoint.method,
        headers: headersOf(options, callOptions),
        body,
        signal: callOptions.signal ?? null,
      })
      const answer = await readBody(response)
      const { status } = response
      // A code always says that the request was not done, also where the contract calls that a success.
      const isSuccess = answer['result'] === 'success' && !isCode(answer['code'])
      if (!isSuccess) {
        const error = errorOf(endpoint, status, answer, strict)
        if (error instanceof ClientError)
          options.observe?.({ operation: endpoint.id, outcome: error.code, args, status, answer })
        throw error
      }
      const { result: _, msg, ignored_parameters_unsupported: _ignored, ...rest } = answer
      const result = Object.hasOwn(endpoint.result, 'msg') ? { ...rest, msg } : rest
      if (strict) checkResult(endpoint, result)
      options.observe?.({ operation: endpoint.id, outcome: 'success', args, result, status, answer })
      return result as ResultOf<E>
    },
  }
}
