import type { EventType } from '../../../api/events/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Clock } from '../../kernel/base/clock.ts'
import type { Config } from '../../kernel/base/config.ts'
import type { Logger } from '../../kernel/base/logger.ts'
import type { Metrics } from '../../kernel/base/metrics.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Files } from '../../kernel/files/files.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'

/** The parts of the context that receiving mail needs. */
export interface MailContext {
  readonly config: Pick<Config, 'mailFrom' | 'maxFileUploadSizeMib' | 'uploadQuotaMib'>
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Pick<Metrics, 'messagesSent' | 'incomingMails'>
  readonly database: Database
  readonly files: Files
  readonly realms: { newest(realmId: number): Promise<RealmState> }
  siteOf(realm: RealmState): Site
  transact<T>(realmId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  transactAs<T>(actor: Actor, emits: readonly EventType[], work: (tx: CallTx) => Promise<T>): Promise<T>
}
