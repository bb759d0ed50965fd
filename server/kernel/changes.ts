import type { EventType } from '../../api/events/index.ts'
import { currentActor } from './actor.ts'
import type { Context } from './context.ts'
import { SERVER_ORIGIN } from './transaction/audit.ts'
import type { TransactionTools } from './transaction/open-transaction.ts'
import { rewritingInside } from './transaction/rewriting.ts'
import { transact } from './transaction/transact.ts'
import { transactRewriting } from './transaction/transact-rewriting.ts'
import type { CallTx, Tx } from './transaction/tx.ts'

type Changes = Pick<Context, 'transact' | 'transactAs' | 'submit' | 'emitEphemeral'>
type QueueTools = Pick<Context, 'realms' | 'queues' | 'nodes' | 'strict'>

/** The ways in which requests and tasks change an organization. */
export function openChanges(tools: TransactionTools, { realms, queues, nodes, strict }: QueueTools): Changes {
  /** In tests, an event that the endpoint does not declare fails its request. */
  const requireDeclared = (type: EventType, emits: readonly EventType[] | undefined) => {
    if (strict && emits && !emits.includes(type)) throw new Error(`the endpoint does not declare the event ${type}`)
  }

  return {
    async transact(realmId, work, rewriting) {
      const live = await realms.live(realmId)
      const options = { origin: SERVER_ORIGIN, onEmit: () => {} }
      if (rewriting) return transactRewriting(tools, live, options, rewriting, work)
      return transact(tools, live, options, (tx) => work(tx, undefined))
    },
    async transactAs(actor, emits, work, rewriting) {
      const live = await realms.live(actor.realm.id)
      const origin = { userId: actor.user.id, address: actor.address, client: actor.client }
      const onEmit = ({ type }: { type: EventType }) => requireDeclared(type, emits)
      const called = (tx: Tx): CallTx => Object.assign(tx, { actor: currentActor(actor, tx.realm) })
      if (!rewriting) return transact(tools, live, { origin, onEmit }, (tx) => work(called(tx), undefined))
      const options = { origin, onEmit, actor: () => currentActor(actor, live.state) }
      return transactRewriting(tools, live, options, rewritingInside(rewriting, called), (tx, prepared) =>
        work(called(tx), prepared),
      )
    },
    submit(realmId, change, caller, emits) {
      requireDeclared(change.kind.emits, emits)
      const known = realms.known(realmId)
      return known
        ? known.lane.submit(change, caller)
        : realms.live(realmId).then((live) => live.lane.submit(change, caller))
    },
    emitEphemeral(realmId, event, audience, emits) {
      requireDeclared(event.type, emits)
      const live = realms.known(realmId)
      if (live) queues.deliverEphemeral(live, audience, event)
      nodes.sendEphemeral(realmId, audience, event)
    },
  }
}
