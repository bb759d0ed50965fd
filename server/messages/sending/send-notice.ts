import type { Actor } from '../../kernel/actor.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { SystemBotName } from '../../kernel/realm-state/system-bots.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { type SendContext, sendFor } from './send-for.ts'
import type { SendOutcome } from './send-plan.ts'

/** The client name of messages that the server itself sends. */
export const INTERNAL_CLIENT = 'Internal'

export interface DirectNotice {
  readonly from: SystemBotName
  readonly to: number
  readonly content: string
  /** Idempotency key: a second send with the same key sends nothing. */
  readonly key: string
}

/** What a job needs to send as this account. */
export const sendingAs = (context: WorkContext, actor: Actor): SendContext => ({
  actor,
  call: context.database,
  site: context.siteOf(actor.realm),
  transact: (work) => context.transact(actor.realm.id, work),
  submit: (change) => context.submit(actor.realm.id, change, () => actor),
})

/** Sends a direct message as a system bot, once per key. */
export const sendDirectNotice = (
  context: WorkContext,
  realm: RealmState,
  { from, to, content, key }: DirectNotice,
): Promise<SendOutcome> => {
  const actor = { realm, user: realm.systemBot(from), client: INTERNAL_CLIENT, address: null }
  const marks = { job: `notice ${key}` }
  return sendFor(sendingAs(context, actor), { to: { userIds: [to] }, content, readBySender: true, form: null, marks })
}
