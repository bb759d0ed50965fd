import { badRequest } from '../../../api/errors.ts'
import type { PersonChange } from '../../../api/events/user.ts'
import { claimFiles } from '../../kernel/files/claim-files.ts'
import { everyone, users } from '../../kernel/log/audience.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { Bot } from '../../kernel/realm-state/records/bot.ts'
import { isAdministrator, type Role, type User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { AvatarFiles } from '../avatars/avatar-files.ts'
import { type ChangedAvatar, changeAvatar } from '../avatars/change-avatar.ts'
import { emitAddress } from '../users/change-email.ts'
import { requireOtherName } from '../users/change-name.ts'
import { giveRole } from '../users/change-role.ts'
import { storeChange } from '../users/emit-change.ts'
import { checkFullName } from '../users/full-name.ts'
import { updateAccount } from '../users/queries.ts'
import { managersOf, requireActiveBot, requireDefaultChannel, requireNewOwner } from './access.ts'
import { botEmail } from './bot-email.ts'
import { emitManagers } from './emit-managed-bots.ts'
import { botOf, presentBot } from './present.ts'
import { saveBot } from './queries.ts'
import { checkInterface, checkPayloadUrl } from './webhook-service.ts'

export interface BotUpdate {
  readonly full_name?: string | undefined
  readonly short_name?: string | undefined
  readonly role?: Role | undefined
  readonly bot_owner_id?: number | undefined
  readonly service_payload_url?: string | undefined
  readonly service_interface?: number | undefined
  readonly default_sending_stream?: string | undefined
  readonly default_events_register_stream?: string | undefined
  readonly default_all_public_streams?: boolean | undefined
}

/** Changes what is passed. People who gain or lose the right to manage the bot learn of it. */
export async function updateBot(
  tx: CallTx,
  botId: number,
  update: BotUpdate,
  avatar: AvatarFiles | null,
): Promise<ChangedAvatar> {
  const before = requireActiveBot(tx.actor, botId)
  const bot = changedBot(tx, botOf(tx.realm, botId), update)
  const managers = managersOf(tx.realm, before)
  const isChanged = JSON.stringify(bot) !== JSON.stringify(botOf(tx.realm, botId))
  // First, so that new managers learn of the bot as it is after the change.
  if (isChanged) {
    await saveBot(tx.db, tx.realm.id, bot)
    tx.record([{ put: 'bot', value: bot }])
  }
  const { user, released } = await changePicture(tx, await changeAccount(tx, before, update, managers), avatar)
  if (isChanged) {
    const kept = managersOf(tx.realm, user).filter((id) => managers.includes(id))
    tx.emit({ type: 'realm_bot', op: 'update', bot: presentBot(tx.realm, bot) }, users(...kept))
  }
  if (isChanged || user !== before) tx.audit({ action: 'bot updated', target: { kind: 'user', id: botId } })
  return { user, released }
}

async function changePicture(tx: CallTx, user: User, avatar: AvatarFiles | null): Promise<ChangedAvatar> {
  if (!avatar) return { user, released: [] }
  await claimFiles(tx, avatar.files)
  return changeAvatar(tx, user, { source: 'U', token: avatar.token })
}

async function changeAccount(tx: CallTx, before: User, update: BotUpdate, managers: readonly number[]): Promise<User> {
  let user = before
  const change = async (columns: Parameters<typeof updateAccount>[2], person: PersonChange) => {
    const changed = userFromRow(await updateAccount(tx.db, user.id, columns), tx.realm.info.host)
    tx.emit({ type: 'realm_user', op: 'update', person }, everyone, { state: [{ put: 'user', value: changed }] })
    user = changed
  }
  const { bot_owner_id: ownerId, full_name, short_name, role } = update
  const user_id = before.id
  const fullName = full_name === undefined ? before.fullName : checkFullName(full_name)
  const email = short_name === undefined ? before.deliveryEmail : botEmail(tx.realm, short_name, before.id)
  const owner = ownerId === undefined || ownerId === before.botOwnerId ? null : requireNewOwner(tx.actor, ownerId)
  const newRole = role === undefined || role === before.role ? null : requireRoleFor(tx.actor.user, role)
  if (fullName !== before.fullName) {
    requireOtherName(tx.realm, fullName, before.id)
    await change({ full_name: fullName }, { user_id, full_name: fullName })
  }
  if (email !== before.deliveryEmail) {
    const known = user
    user = await storeChange(tx, user, { delivery_email: email })
    await emitAddress(tx, known, user)
  }
  if (owner) await change({ bot_owner_id: owner.id }, { user_id, bot_owner_id: owner.id })
  if (newRole !== null) return giveRole(tx, user, newRole, managers)
  emitManagers(tx, user, managers)
  return user
}

/** Administrators change roles, and to none above their own. */
function requireRoleFor(manager: User, role: Role): Role {
  if (!isAdministrator(manager) || role < manager.role) throw badRequest('Insufficient permission')
  return role
}

function changedBot({ actor }: CallTx, bot: Bot, update: BotUpdate): Bot {
  const channel = (name: string | undefined, now: number | null) =>
    name === undefined ? now : requireDefaultChannel(actor, name)
  const { service_payload_url: url, service_interface: type } = update
  const service = bot.service && {
    ...bot.service,
    ...(url === undefined ? {} : { baseUrl: checkPayloadUrl('service_payload_url', url) }),
    ...(type === undefined ? {} : { interface: checkInterface(type) }),
  }
  return {
    userId: bot.userId,
    sendingChannelId: channel(update.default_sending_stream, bot.sendingChannelId),
    eventsChannelId: channel(update.default_events_register_stream, bot.eventsChannelId),
    allPublicChannels: update.default_all_public_streams ?? bot.allPublicChannels,
    service,
  }
}
