import { badRequest } from '../../../api/errors.ts'
import { requireAdministrator } from '../../kernel/access/role-access.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireReadableGroup } from '../groups/access.ts'
import type { SettingParams } from './read-settings.ts'

/** What everybody decides alone. */
const OWN_ONLY: readonly (keyof SettingParams)[] = [
  'full_name',
  'email',
  'old_password',
  'new_password',
  'timezone',
  'email_address_visibility',
  'presence_enabled',
  'send_private_typing_notifications',
  'send_stream_typing_notifications',
  'send_read_receipts',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'allow_private_data_export',
]

/** The people whose settings an administrator changes, each once. */
export function requireTargets({ actor }: CallTx, params: SettingParams): User[] {
  const { user_ids: userIds = [], group_ids: groupIds = [], skip_if_already_edited: skips } = params.target_users!
  requireAdministrator(actor.user)
  if (userIds.length === 0 && groupIds.length === 0) throw badRequest('Either user_ids or group_ids must be provided.')
  if (OWN_ONLY.some((name) => params[name] !== undefined))
    throw badRequest('Cannot change this setting for other users.')
  const { users } = actor.realm
  const named = userIds.map((id) => requirePerson(users.get(id), id))
  const members = groupIds
    .map((id) => requireReadableGroup(actor, id, `Invalid user group ID: ${id}`))
    .flatMap((group) => [...actor.realm.membersOf(group.id)].map((id) => users.get(id)!))
  const people = [...new Set([...named, ...members.filter(({ isBot }) => !isBot)])]
  return skips ? people.filter((user) => !user.hasEditedSettings) : people
}

/** Bots and deactivated people have no settings to change. */
function requirePerson(user: User | undefined, id: number): User {
  if (!user?.isActive || user.isBot) throw badRequest(`Invalid user ID: ${id}`)
  return user
}
