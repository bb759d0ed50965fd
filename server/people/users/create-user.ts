import { badRequest } from '../../../api/errors.ts'
import type { UserObject } from '../../../api/objects/user.ts'
import { hashPassword, isStrongPassword } from '../../kernel/base/passwords.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import { idOnWire } from '../../kernel/realm-state/hidden-email.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { seesEmail } from '../../kernel/realm-state/sees-email.ts'
import { blindTo } from '../../kernel/realm-state/sight.ts'
import type { Role, User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { requireAllowedEmail } from '../../organization/domains/access.ts'
import { emitGroupChanges } from '../groups/member-events.ts'
import { activePeople } from '../sight/active-people.ts'
import { addedPerson } from '../sight/emit-seen.ts'
import { presentUnknown } from '../sight/present.ts'
import { newApiKey } from './api-key.ts'
import { requireFreeName } from './change-name.ts'
import type { AddedBackground } from './event-variants.ts'
import { checkFullName } from './full-name.ts'
import { insertAccount, type NewAccount } from './queries.ts'

export interface AccountRequest {
  readonly email: string
  readonly fullName: string
  readonly password: string
  readonly role: Role
  readonly canCreateUsers?: boolean
}

/** Does the slow work and the validation before the transaction starts. */
export async function prepareAccount(secret: Secret, wanted: AccountRequest): Promise<PreparedAccount> {
  const account = prepareWithoutPassword(secret, wanted)
  const { email, fullName } = account
  if (!(await isStrongPassword(wanted.password, [email, fullName]))) throw badRequest('The password is too weak.')
  return { ...account, passwordHash: await hashPassword(wanted.password) }
}

type PreparedAccount = NewAccount & { readonly apiKey: string }

/** For somebody who signs in another way. They can choose a password by mail. */
export function prepareWithoutPassword(secret: Secret, wanted: Omit<AccountRequest, 'password'>): PreparedAccount {
  const email = wanted.email.trim()
  const fullName = checkFullName(wanted.fullName)
  if (!isEmail(email)) throw badRequest('Invalid email address.')
  const apiKey = newApiKey()
  return {
    email,
    fullName,
    role: wanted.role,
    passwordHash: null,
    apiKey,
    apiKeyHash: secret.hashKey(apiKey),
    apiKeySealed: secret.sealKey(apiKey),
    canCreateUsers: wanted.canCreateUsers ?? false,
  }
}

/** Creates an account that is in no channel yet. */
export async function createUser(tx: Tx, account: NewAccount): Promise<User> {
  const { realm } = tx
  requireAllowedEmail(realm, account.email)
  requireFreeEmail(realm, account.email)
  requireFreeName(realm, account.fullName)
  const row = await insertAccount(tx.db, realm.id, tx.now, account, realm.info)
  const user = userFromRow(row, realm.info.host)
  await emitUserAdded(tx, user)
  emitGroupChanges(tx, null, user)
  const { fullName, role } = user
  tx.audit({ action: 'user created', target: { kind: 'user', id: user.id }, details: { fullName, role } })
  return user
}

/** In two forms where some may see the address and others may not. Limited guests learn only that there is somebody. */
export async function emitUserAdded(tx: Tx, user: User): Promise<void> {
  const { realm } = tx
  tx.record([{ put: 'user', value: user }])
  const blind = blindTo(realm, user)
  const emit = (person: UserObject, concerns: (viewer: User) => boolean, background?: AddedBackground) => {
    const audience = activePeople(realm, concerns)
    if (audience) tx.emit({ type: 'realm_user', op: 'add', person }, audience, background ? { background } : {})
  }
  const isShown = ({ id }: User) => !blind.has(id)
  emit(addedPerson(realm, user, user), (viewer) => isShown(viewer) && seesEmail(user, viewer))
  emit(addedPerson(realm, user, null), (viewer) => isShown(viewer) && !seesEmail(user, viewer))
  emit(presentUnknown(realm, user.id), (viewer) => !isShown(viewer), { isUnknown: true })
}

/**
 * Refuses an address that is in use. An address in the form that replaces hidden ones belongs to that account, even if
 * the account does not exist yet.
 */
export function requireFreeEmail(realm: RealmState, email: string): void {
  if (realm.accountByEmail(email) || idOnWire(email, realm.info.host) !== undefined)
    throw badRequest('Email is already in use.')
}
