import { badRequest } from '../../api/errors.ts'
import { subscribeUsers } from '../channels/subscribe-users.ts'
import { everyone } from '../log/audience.ts'
import type { Tx } from '../log/transact.ts'
import { hashPassword, isStrongPassword } from '../passwords.ts'
import { isEmail } from '../person-rules.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import type { Role, User } from '../realm-state/user.ts'
import type { Secret } from '../secret.ts'
import { newApiKey } from './api-key.ts'
import { idOnWire } from './email-address.ts'
import { checkFullName, looksLike } from './full-name.ts'
import { presentUser } from './present.ts'
import { insertAccount, type NewAccount } from './queries.ts'

export interface WantedAccount {
  readonly email: string
  readonly fullName: string
  readonly password: string
  readonly role: Role
  readonly canCreateUsers?: boolean
}

/** What takes time or can be wrong by itself, before the transaction opens. */
export async function prepareAccount(secret: Secret, wanted: WantedAccount): Promise<NewAccount & { apiKey: string }> {
  const email = wanted.email.trim()
  const fullName = checkFullName(wanted.fullName)
  if (!isEmail(email)) throw badRequest('Invalid email address.')
  if (!(await isStrongPassword(wanted.password, [email, fullName]))) throw badRequest('New password is too weak!')
  const apiKey = newApiKey()
  return {
    email,
    fullName,
    role: wanted.role,
    passwordHash: await hashPassword(wanted.password),
    apiKey,
    apiKeyHash: secret.hashKey(apiKey),
    apiKeySealed: secret.sealKey(apiKey),
    canCreateUsers: wanted.canCreateUsers ?? false,
  }
}

/** A new account, in the organization's default channels. */
export async function createUser(tx: Tx, realm: RealmState, account: NewAccount): Promise<User> {
  requireFreeEmail(realm, account.email)
  if (realm.info.settings.require_unique_names && isNameTaken(realm, account.fullName))
    throw badRequest('Name is already in use.')
  const row = await insertAccount(tx.db, realm.id, tx.now, account)
  const user = userFromRow(row, realm.info.host)
  const person = { ...presentUser(user, { viewer: null, clientGravatar: false }), profile_data: {} }
  const shown = user.emailAddressVisibility === 1 ? { ...person, delivery_email: user.deliveryEmail } : person
  tx.emit({ type: 'realm_user', op: 'add', person: shown }, everyone, [{ put: 'user', user }])
  const defaults = [...realm.channels.values()].filter((channel) => channel.isDefault && !channel.isArchived)
  if (defaults.length > 0) await subscribeUsers(tx, realm, defaults, [user])
  return user
}

/** An address that stands on the wire for a hidden one is its account's, also if that is yet to come. */
export function requireFreeEmail(realm: RealmState, email: string): void {
  if (realm.accountByEmail(email) || idOnWire(email, realm.info.host) !== undefined)
    throw badRequest('Email is already in use.')
}

const isNameTaken = (realm: RealmState, fullName: string): boolean =>
  [...realm.users.values()].some((user) => user.isActive && looksLike(user.fullName, fullName))
