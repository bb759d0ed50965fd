import { badRequest } from '../../../api/errors.ts'
import { findChannel } from '../../kernel/access/channel-access.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import { mayInRealm } from '../../kernel/realm-state/permissions.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { BOT_TYPE, isAdministrator, type User } from '../../kernel/realm-state/user.ts'

const refusal = () => badRequest('Insufficient permission')

/** Owners of a bot and administrators. Nobody manages a bot that may do more than they may. */
export const mayManageBot = (manager: User, bot: User): boolean =>
  bot.role >= manager.role && !manager.isBot && (bot.botOwnerId === manager.id || isAdministrator(manager))

/** Everybody who may know the service and the channels of a bot. A person has no managers. */
export const managersOf = (realm: RealmState, account: User): number[] =>
  account.isBot
    ? [...realm.users.values()].filter((user) => user.isActive && mayManageBot(user, account)).map(({ id }) => id)
    : []

/** A bot that the caller may manage, active or not. */
export function requireManagedBot({ realm, user }: Actor, botId: number): User {
  requirePerson(user)
  const bot = realm.users.get(botId)
  if (!bot?.isBot) throw badRequest('No such bot')
  if (!mayManageBot(user, bot)) throw refusal()
  return bot
}

/** The same for what only active bots have. */
export function requireActiveBot(actor: Actor, botId: number): User {
  const bot = requireManagedBot(actor, botId)
  if (!bot.isActive) throw badRequest('No such bot')
  return bot
}

/** Refuses those who may create no bot at all, before they upload its picture. */
export function requireMayCreateSome({ realm, user }: Actor): void {
  requirePerson(user)
  const groups = ['can_create_bots_group', 'can_create_write_only_bots_group'] as const
  if (!groups.some((group) => mayInRealm(realm, user, group))) throw refusal()
}

export function requireMayCreateBot(actor: Actor, type: number): void {
  if (!(Object.values(BOT_TYPE) as number[]).includes(type)) throw badRequest('Invalid bot type')
  requirePerson(actor.user)
  if (!mayCreateBot(actor, type)) throw refusal()
  if (type === BOT_TYPE.embedded) throw badRequest('Embedded bots are not enabled.')
}

function mayCreateBot({ realm, user }: Actor, type: number | null): boolean {
  if (user.isBot) return false
  const isWriteOnly = type === BOT_TYPE.incomingWebhook
  return (
    mayInRealm(realm, user, 'can_create_bots_group') ||
    (isWriteOnly && mayInRealm(realm, user, 'can_create_write_only_bots_group'))
  )
}

/** A bot that the caller manages and could also create anew. */
export function mayReactivateBot(actor: Actor, botId: number): boolean {
  const bot = actor.realm.users.get(botId)
  if (!bot?.isBot) return false
  return mayManageBot(actor.user, bot) && mayCreateBot(actor, bot.botType)
}

/** A channel that the caller knows, by name. Empty text stands for none. */
export function requireDefaultChannel(actor: Actor, name: string): number | null {
  if (name === '') return null
  const channel = findChannel(actor, name)
  if (!channel || channel.isArchived) throw badRequest(`Invalid channel name '${name}'`)
  return channel.id
}

export function requireNewOwner({ realm }: Actor, ownerId: number): User {
  const owner = realm.users.get(ownerId)
  if (!owner) throw badRequest('Failed to change owner, no such user')
  if (!owner.isActive) throw badRequest('Failed to change owner, user is deactivated')
  if (owner.isBot) throw badRequest("Failed to change owner, bots can't own other bots")
  return owner
}
