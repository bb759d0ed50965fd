import type { Actor } from '../../kernel/actor.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { SmallChange } from '../../kernel/log/lane.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { SystemBotName } from '../../kernel/realm-state/system-bots.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import type { Rewriting } from '../../kernel/transaction/rewriting.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { createConversation } from './create-conversation.ts'
import { prepareSend } from './prepare-send.ts'
import { onceAtATime, sendChange } from './send-message.ts'
import type { SendOutcome } from './send-plan.ts'

/** The parts of the context that sending without a request needs. */
export interface NoticeContext {
  readonly database: Database
  addressOf(realm: RealmState): string
  siteOf(realm: RealmState): Site
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>, rewriting?: Rewriting): Promise<T>
  submit<Plan, Outcome, Facts, Caller>(
    realmId: number,
    change: SmallChange<Plan, Outcome, Facts, Caller>,
    caller: () => Caller,
  ): Promise<Outcome>
}

/** The client name of messages that the server itself sends. */
export const INTERNAL_CLIENT = 'Internal'

export interface DirectNotice {
  readonly from: SystemBotName
  readonly to: number
  readonly content: string
  /** Idempotency key: a second send with the same key sends nothing. */
  readonly key: string
}

/** Sends a direct message as a system bot, once per key. */
export async function sendDirectNotice(
  context: NoticeContext,
  realm: RealmState,
  notice: DirectNotice,
): Promise<SendOutcome> {
  const actor: Actor = { realm, user: realm.systemBot(notice.from), client: INTERNAL_CLIENT, address: null }
  const wanted = {
    type: 'direct',
    to: JSON.stringify([notice.to]),
    content: notice.content,
    read_by_sender: true,
  } as const
  const { destination, draft } = await prepareSend(actor, wanted, {
    call: context.database,
    site: context.siteOf(realm),
    idempotencyKey: undefined,
    beginConversation: (members) => context.transact(realm.id, (tx) => createConversation(tx, members)),
  })
  // No digest of the content, because a retry may render other names and is still the same notice.
  const key = { key: `notice ${notice.key}`, digest: '', isLasting: true }
  const change = sendChange(actor, destination, { ...draft, key, widget: undefined })
  return onceAtATime(actor, key, () => context.submit(realm.id, change, () => actor))
}
