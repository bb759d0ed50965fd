import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** What kind of thing an administrative change was made to. */
type AuditedKind = 'realm' | 'user' | 'channel' | 'group' | 'emoji' | 'profile_field'

/** One administrative change. */
export interface AuditEntry {
  /** In the past tense: `group created`. */
  readonly action: string
  readonly target: { readonly kind: AuditedKind; readonly id: number }
  /** What it was and what it is now, as far as somebody will want to know. Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Who makes a change, and from where. */
export interface Origin {
  /** Null: the operator, by a command, or the server itself. */
  readonly userId: number | null
  /** Null where there is no request. */
  readonly address: string | null
  readonly client: string
}

/** A change that no request asked for. */
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
