import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** What kind of thing an administrative change was made to. */
type AuditedKind = 'realm' | 'user' | 'channel' | 'group' | 'emoji' | 'profile_field' | 'channel_folder' | 'invitation'

/** One administrative change. */
export interface AuditEntry {
  /** In the past tense: `group created`. */
  readonly action: string
  readonly target: { readonly kind: AuditedKind; readonly id: number }
  /** Old and new values that are useful in an audit. Never secrets. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The author of a change and its source. */
export interface Origin {
  /** Null for the server itself or an operator's command. */
  readonly userId: number | null
  /** Null if there is no request. */
  readonly address: string | null
  readonly client: string
}

/** The origin of changes that no request caused. */
export const SERVER_ORIGIN: Origin = { userId: null, address: null, client: 'server' }

export async function insertAuditEntries(
  db: Transaction<Tables>,
  realmId: number,
  now: number,
  origin: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ action, target, details = {} }) => ({
    realm_id: realmId,
    at: now,
    actor_id: origin.userId,
    address: origin.address,
    client: origin.client,
    action,
    target_kind: target.kind,
    target_id: target.id,
    details: JSON.stringify(details),
  }))
  await db.insertInto('audit_log').values(rows).execute()
}
