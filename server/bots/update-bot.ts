import { badRequest } from '../../api/errors.ts'
import type { PersonChange } from '../../api/events/user.ts'
import type { AvatarFiles } from '../avatars/avatar-files.ts'
import { type ChangedAvatar, changeAvatar } from '../avatars/change-avatar.ts'
import { claimFiles } from '../files/claim-files.ts'
import { emitGroupChanges } from '../groups/member-events.ts'
import { everyone, users } from '../log/audience.ts'
import { userFromRow } from '../realm-state/from-rows.ts'
import type { Bot } from '../realm-state/records/bot.ts'
import { isAdministrator, type Role, type User } from '../realm-state/user.ts'
import type { CallTx } from '../transaction/tx.ts'
import { requireFreeName } from '../users/change-name.ts'
import { checkFullName } from '../users/full-name.ts'
import { updateAccount } from '../users/queries.ts'
import { followRole } from '../users/sight/follow-role.ts'
import { managersOf, requireActiveBot, requireDefaultChannel, requireNewOwner } from './access.ts'
import { botOf, presentBot } from './present.ts'
import { saveBot } from './queries.ts'
import { checkInterface, checkPayloadUrl } from './webhook-service.ts'

export interface BotUpdate {
  readonly full_name?: string | undefined
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
  const managersBefore = managersOf(tx.realm, before)
  const { user, released } = await changePicture(tx, await changeAccount(tx, before, update), avatar)
  const isChanged = JSON.stringify(bot) !== JSON.stringify(botOf(tx.realm, botId))
  if (isChanged) await saveBot(tx.db, tx.realm.id, bot)
  emitToManagers(tx, bot, isChanged, managersBefore, managersOf(tx.realm, user))
  if (isChanged || user !== before) tx.audit({ action: 'bot updated', target: { kind: 'user', id: botId } })
  return { user, released }
}

async function changePicture(tx: CallTx, user: User, avatar: AvatarFiles | null): Promise<ChangedAvatar> {
  if (!avatar) return { user, released: [] }
  await claimFiles(tx, avatar.files)
  return changeAvatar(tx, user, { source: 'U', token: avatar.token })
}

async function changeAccount(tx: CallTx, before: User, update: BotUpdate): Promise<User> {
  let user = before
  const change = async (columns: Parameters<typeof updateAccount>[2], person: PersonChange) => {
    const changed = userFromRow(await updateAccount(tx.db, user.id, columns), tx.realm.info.host)
    tx.emit({ type: 'realm_user', op: 'update', person }, everyone, { state: [{ put: 'user', value: changed }] })
    user = changed
  }
  const { bot_owner_id: ownerId, full_name, role } = update
  const user_id = before.id
  const fullName = full_name === undefined ? before.fullName : checkFullName(full_name)
  const owner = ownerId === undefined || ownerId === before.botOwnerId ? null : requireNewOwner(tx.actor, ownerId)
  const newRole = role === undefined || role === before.role ? null : requireRoleFor(tx.actor.user, role)
  if (fullName !== before.fullName) {
    requireFreeName(tx.realm, fullName, before.id)
    await change({ full_name: fullName }, { user_id, full_name: fullName })
  }
  if (owner) await change({ bot_owner_id: owner.id }, { user_id, bot_owner_id: owner.id })
  if (newRole !== null) {
    await change({ role: newRole }, { user_id, role: newRole })
    emitGroupChanges(tx, before, user)
    await followRole(tx, before, user)
  }
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

function emitToManagers(
  tx: CallTx,
  value: Bot,
  isChanged: boolean,
  before: readonly number[],
  after: readonly number[],
): void {
  const bot = presentBot(tx.realm, value)
  const [lost, gained] = [before.filter((id) => !after.includes(id)), after.filter((id) => !before.includes(id))]
  const kept = after.filter((id) => before.includes(id))
  if (isChanged) tx.emit({ type: 'realm_bot', op: 'update', bot }, users(...kept), { state: [{ put: 'bot', value }] })
  if (lost.length > 0) tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: value.userId } }, users(...lost))
  if (gained.length > 0) tx.emit({ type: 'realm_bot', op: 'add', bot }, users(...gained))
}
