import type { Endpoint } from '../../../api/contract.ts'
import type { Actor } from '../actor.ts'
import { currentActor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Audience } from '../log/audience.ts'
import type { EventData } from '../log/log-row.ts'
import type { RewritePlan } from '../transaction/rewriting.ts'
import type { CallTx } from '../transaction/tx.ts'
import type { ReceivedFile } from './request/receive-upload.ts'
import type { CallerChange, RawCall, RawReply, RequestInfo } from './route.ts'

/**
 * The call that a handler receives, after the request was parsed and admitted. The endpoint's declaration defines both
 * the parser and the handler's types, so the values are passed on unchecked.
 */
export class ServedCall implements RawCall<Endpoint> {
  readonly ctx: Context
  readonly actor: Actor
  readonly params: RawCall<Endpoint>['params']
  readonly request: RequestInfo
  readonly reply: RawReply
  /** The uploaded file, if the route takes one. */
  readonly file: ReceivedFile | null
  readonly #endpoint: Endpoint
  readonly #makeDb: () => Db

  constructor(
    endpoint: Endpoint,
    makeDb: () => Db,
    ctx: Context,
    actor: unknown,
    params: unknown,
    request: RequestInfo,
    reply: RawReply | null,
    file: ReceivedFile | null = null,
  ) {
    this.#endpoint = endpoint
    this.#makeDb = makeDb
    this.ctx = ctx
    this.actor = actor as Actor
    this.params = params as RawCall<Endpoint>['params']
    this.request = request
    this.reply = reply as RawReply
    this.file = file
  }

  get db(): Db {
    return this.#makeDb()
  }

  transact<T, Prepared = undefined>(
    work: (tx: CallTx, prepared: Prepared | undefined) => Promise<T>,
    rewriting?: RewritePlan<Prepared, CallTx>,
  ): Promise<T> {
    const { actor, ctx } = this
    return ctx.transactAs(actor, this.#endpoint.emits ?? [], work, rewriting)
  }

  submit<Plan, Outcome, Facts>(change: CallerChange<Plan, Outcome, Facts>): Promise<Outcome> {
    const { actor, ctx } = this
    return ctx.submit(actor.realm.id, change, () => currentActor(actor), this.#endpoint.emits ?? [])
  }

  emitEphemeral(event: EventData, audience: Audience): void {
    const { actor, ctx } = this
    ctx.emitEphemeral(actor.realm.id, event, audience, this.#endpoint.emits ?? [])
  }
}
