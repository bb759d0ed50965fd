import { ApiError, badRequest } from '../../../api/errors.ts'
import { requireAccountManager, requireOwner } from '../../kernel/access/role-access.ts'
import { isOnlyOwner, requirePerson, requirePersonAccount } from '../../kernel/access/user-access.ts'
import { StartupRefusal } from '../../kernel/base/startup-refusal.ts'
import type { LoggedJob } from '../../kernel/log/job.ts'
import { mayInRealm } from '../../kernel/realm-state/permissions.ts'
import { isOwner, type User } from '../../kernel/realm-state/user.ts'
import type { CallTx, Tx } from '../../kernel/transaction/tx.ts'
import { type DeletedPlaces, deletesAny, messagesOfUser } from '../../messages/deleting/delete-messages-of-user.ts'
import { changeAvatar } from '../../people/avatars/change-avatar.ts'
import { emitPerson, storeChange } from '../../people/users/emit-change.ts'
import { deactivateUser } from './deactivate-user.ts'
import { deactivationMail } from './mail-deactivation.ts'

/** What is removed beside the account. */
export interface DeletionActions extends DeletedPlaces {
  readonly deleteProfile: boolean
}

const NOTHING_ELSE: DeletionActions = {
  deleteProfile: false,
  publicChannels: false,
  privateChannels: false,
  direct: false,
}

const DELETED_USER = 'Deleted user'

/**
 * Deactivates somebody else, who gets a mail if there is a comment, even an empty one. Returns the names of files that
 * nobody needs after the commit.
 */
export async function deactivateOther(
  tx: CallTx,
  userId: number,
  actions: DeletionActions,
  comment: string | undefined,
): Promise<string[]> {
  const { user: caller } = tx.actor
  requireAccountManager(caller)
  const user = requirePersonAccount(tx.realm, userId)
  if (isOwner(user)) requireOwner(caller)
  if (isOnlyOwner(tx.realm, user)) throw badRequest('Cannot deactivate the only organization owner')
  if (deletesAny(actions) && !mayInRealm(tx.realm, caller, 'can_delete_any_message_group'))
    throw badRequest("User is not allowed to delete other user's messages.")
  if (comment !== undefined) tx.after(deactivationMail.job({ userId, byId: caller.id, comment }))
  return deactivateWithBots(tx, user, actions)
}

/** Deactivates the account by a command of the operator. */
export async function deactivateAsOperator(tx: Tx, user: User): Promise<void> {
  const { deliveryEmail: email } = user
  if (user.isBot) throw new StartupRefusal(`${email} is a bot: choose the account of a person.`)
  if (!user.isActive) throw new StartupRefusal(`${email} is deactivated already.`)
  if (isOnlyOwner(tx.realm, user))
    throw new StartupRefusal(
      `${email} is the only owner of ${tx.realm.name}: make somebody else an owner first, with "parley set-role".`,
    )
  await deactivateWithBots(tx, user, NOTHING_ELSE)
}

/** The only owner has to stay. */
export async function deactivateOneself(tx: CallTx): Promise<void> {
  const { realm, user } = tx.actor
  requirePerson(user)
  if (isOnlyOwner(realm, user)) {
    const entity = 'organization owner'
    throw new ApiError('CANNOT_DEACTIVATE_LAST_USER', `Cannot deactivate the only ${entity}.`, {
      data: { is_last_owner: true, entity },
    })
  }
  await deactivateWithBots(tx, user, NOTHING_ELSE)
}

/** The bots of the person come first, with everything that is to be deleted of them. */
async function deactivateWithBots(tx: Tx, user: User, actions: DeletionActions): Promise<string[]> {
  const bots = [...tx.realm.users.values()].filter(({ isActive, botOwnerId }) => isActive && botOwnerId === user.id)
  const released: string[] = []
  for (const account of [...bots, user]) {
    await deactivateUser(tx, account)
    if (actions.deleteProfile) released.push(...(await deleteProfile(tx, account.id)))
    // There may be very many, so they are deleted in pieces after the commit.
    if (deletesAny(actions)) tx.after(deletionOf(tx, account.id, user.id, actions))
  }
  return released
}

/** The deletions of a person and their bots run one after the other, those of the bots first. */
function deletionOf(tx: Tx, userId: number, ownerId: number, actions: DeletedPlaces): LoggedJob {
  const { publicChannels, privateChannels, direct } = actions
  const deletion = { userId, until: tx.now, publicChannels, privateChannels, direct }
  return messagesOfUser.job(deletion, { queue: `deletion ${ownerId}` })
}

/** The account gets a name that says nothing, and the picture that everybody starts with. */
async function deleteProfile(tx: Tx, userId: number): Promise<readonly string[]> {
  const user = tx.realm.users.get(userId)!
  const renamed = await storeChange(tx, user, { full_name: DELETED_USER })
  await emitPerson(tx, renamed, { user_id: userId, full_name: DELETED_USER })
  const source = tx.realm.info.settings.default_avatar_source as User['avatarSource']
  const { released } = await changeAvatar(tx, renamed, { source, token: null })
  tx.audit({ action: 'profile deleted', target: { kind: 'user', id: userId } })
  return released
}
