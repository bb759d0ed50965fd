import { badRequest } from '../../../api/errors.ts'
import { requireAdministrator } from '../../kernel/access/role-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Linkifier } from '../../kernel/realm-state/records/linkifier.ts'

/** A linkifier that the caller may change. */
export function requireLinkifier(actor: Actor, id: number): Linkifier {
  requireAdministrator(actor.user)
  const linkifier = actor.realm.records.linkifier.get(id)
  if (!linkifier) throw badRequest('Linkifier not found.')
  return linkifier
}
