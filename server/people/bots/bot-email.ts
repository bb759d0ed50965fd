import { badRequest } from '../../../api/errors.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'

/** The address that a bot has by its short name, which no other account has. */
export function botEmail(realm: RealmState, shortName: string, botId?: number): string {
  const email = `${shortName.trim()}-bot@${realm.info.host}`
  if (shortName.trim() === '' || !isEmail(email)) throw badRequest('Bad name or username')
  const other = realm.accountByEmail(email)
  if (other && other.id !== botId)
    throw badRequest(botId === undefined ? 'Username already in use' : 'Email address already in use')
  return email
}
