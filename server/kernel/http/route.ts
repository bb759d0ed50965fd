import type { Auth, Endpoint, ParamsOf, ResultOf, Shape } from '../../../api/contract.ts'
import type { ApiError } from '../../../api/errors.ts'
import type { Actor, UnknownHostVisitor, Visitor } from '../actor.ts'
import type { Config } from '../base/config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Audience } from '../log/audience.ts'
import type { SmallChange } from '../log/lane.ts'
import type { EventData } from '../log/log-row.ts'
import type { RewritePlan } from '../transaction/rewriting.ts'
import type { CallTx } from '../transaction/tx.ts'
import type { Members } from './answer/answer.ts'
import type { UploadRules } from './request/receive-upload.ts'

/** Throws after too many wrong passwords for this account. The answer reports how many attempts are left. */
export interface PasswordAttempts {
  attempt(account: string, isRight: () => Promise<boolean>): Promise<boolean>
}

export interface RequestInfo {
  /** The client's address, resolved through trusted proxies. */
  readonly ip: string
  /** True for a program on this machine, but not through a proxy or from a web page of another origin. */
  isLocal(): boolean
  readonly passwordAttempts: PasswordAttempts
  header(name: string): string | undefined
  /** Lists these parameters in the answer among those that had no effect. */
  ignore(names: readonly string[]): void
}

type ActorFor<Who extends Auth> = Who extends 'server'
  ? Visitor | UnknownHostVisitor
  : Who extends 'none'
    ? Visitor
    : Who extends 'optional'
      ? Visitor | Actor
      : Actor

type WhoOf<E> = E extends Endpoint<Shape, Shape, infer Who> ? Who : never

/** The argument of a handler. Its functions are the only way from a request to a change. */
export interface Call<E> {
  readonly ctx: Context
  /**
   * The database for the reads of this request. They count against the caller's limit and are cancelled when the client
   * disconnects.
   */
  readonly db: Db
  readonly actor: ActorFor<WhoOf<E>>
  readonly params: ParamsOf<E>
  readonly request: RequestInfo
  /**
   * Runs one transaction of the caller on their organization's lane. It may emit the events that the endpoint declares.
   * One that changes existing messages says which conversations they are in.
   */
  transact<T, Prepared = undefined>(
    work: (tx: CallTx, prepared: Prepared | undefined) => Promise<T>,
    rewriting?: RewritePlan<Prepared, CallTx>,
  ): Promise<T>
  /** Submits a small change of the caller, which is batched with others of its kind. */
  submit<Plan, Outcome, Facts>(change: CallerChange<Plan, Outcome, Facts>): Promise<Outcome>
  /** Emits an event to the queues that exist now. It is not stored. */
  emitEphemeral(event: EventData, audience: Audience): void
}

/** A small change that is decided for the caller's current account inside the lane. */
export type CallerChange<Plan, Outcome, Facts = undefined> = SmallChange<Plan, Outcome, Facts, Actor>

/** An answer that the handler sends at any time, possibly long after it has returned, and at most once. */
export interface RawReply {
  readonly sent: boolean
  /**
   * Sends the members of the answer after those of the envelope, as JSON: `"queue_id":"x","events":[]`. `bytes` is
   * their length, if known.
   */
  send(members: Members, bytes?: number): void
  /** The same for a large answer in bytes, which is sent as fast as the client reads it. */
  sendPieces(pieces: readonly Buffer[]): void
  fail(error: ApiError): void
  /** Called if the client disconnects before the answer. */
  onClose(listener: () => void): void
}

export interface RawCall<E> extends Call<E> {
  readonly reply: RawReply
}

type AnyCall = RawCall<Endpoint>

/** A result, or nothing if the handler answers through `reply`. */
type Outcome = Record<string, unknown> | undefined

export interface Route<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  readonly isRaw: boolean
  /** The rules for the file that the route takes, which is stored while it arrives. */
  readonly upload?: UploadRules | ((config: Config) => UploadRules)
  readonly handle: (call: AnyCall) => Outcome | Promise<Outcome>
}

/** A result without any field that the endpoint does not declare. */
type Exact<R, E> = R & { [Name in Exclude<keyof R, keyof ResultOf<E>>]: never }

/** What a handler returns, at once or later. */
export type Answer<R, E> = Exact<R, E> | Promise<Exact<R, E>>

export function route<E extends Endpoint, R extends ResultOf<E>>(
  endpoint: E,
  handler: (call: Call<E>) => Answer<R, E>,
): Route<E> {
  // The kernel makes the call from this endpoint's own declaration, so it fits the handler.
  return { endpoint, isRaw: false, handle: handler as unknown as Route['handle'] }
}

/** For answers that are hot or large: the handler writes the JSON itself. */
export function rawRoute<E extends Endpoint>(
  endpoint: E,
  handler: (call: RawCall<E>) => void | Promise<void>,
): Route<E> {
  return { endpoint, isRaw: true, handle: handler as unknown as Route['handle'] }
}
