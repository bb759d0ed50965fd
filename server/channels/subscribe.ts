import { type ApiError, badRequest } from '../../api/errors.ts'
import { foldCase } from '../../api/fold-case.ts'
import { type Actor, currentActor } from '../actor.ts'
import type { Tx } from '../log/transact.ts'
import type { Channel } from '../realm-state/channel.ts'
import { mayInChannel, mayInRealm } from '../realm-state/permissions.ts'
import type { User } from '../realm-state/user.ts'
import { findShownUser } from '../users/access.ts'
import { hasContentAccess, mayAdminister } from './access.ts'
import { checkChannelName } from './channel-name.ts'
import { type ChannelWishes, createChannel, requireMayCreate, type WantedChannel } from './create-channel.ts'
import { subscribeUsers } from './subscribe-users.ts'

export interface SubscribeRequest {
  readonly channels: readonly WantedChannel[]
  /** The caller alone when absent or empty. */
  readonly principals: readonly (string | number)[] | undefined
  readonly errorsAreFatal: boolean
  readonly wishes: ChannelWishes
}

export interface SubscribeOutcome {
  readonly subscribed: Record<string, string[]>
  readonly alreadySubscribed: Record<string, string[]>
  readonly unauthorized: string[]
}

/** Subscribes people to channels, creating those that do not exist: all of it, or nothing. */
export async function subscribe(tx: Tx, caller: Actor, request: SubscribeRequest): Promise<SubscribeOutcome> {
  const actor = currentActor(caller)
  const people = peopleOf(actor, request.principals)
  const wanted = uniqueNames(request.channels)
  const found: Channel[] = []
  const unauthorized: string[] = []
  const missing: WantedChannel[] = []
  for (const one of wanted) {
    const { name } = one
    const channel = actor.realm.channelByName(name)
    // A refusal names the channel as the caller did: its real spelling may not be theirs to know.
    const refusal = channel && refusalFor(actor, { ...channel, name }, people, tx.now)
    if (!channel) missing.push(one)
    else if (!refusal) found.push(channel)
    else if (request.errorsAreFatal) throw refusal
    else unauthorized.push(name)
  }
  if (missing.length > 0) requireMayCreate(actor, request.wishes, tx.now)
  const ids = people.map((user) => user.id)
  for (const one of missing) {
    const channel = await createChannel(tx, actor.realm, actor.user.id, one, request.wishes, ids)
    // Whoever creates a channel administers it, unless they wished otherwise.
    if (isForOthers(actor, people) && !mayAddOthers(actor, channel, tx.now)) throw notPermitted()
    found.push(channel)
  }
  const outcome = sortOut(actor, found, people)
  await subscribeUsers(tx, actor.realm, found, people)
  return { ...outcome, unauthorized }
}

const uniqueNames = (channels: readonly WantedChannel[]): WantedChannel[] => {
  const byName = new Map<string, WantedChannel>()
  for (const channel of channels) {
    const name = checkChannelName(channel.name)
    const key = foldCase(name)
    if (!byName.has(key)) byName.set(key, { ...channel, name })
  }
  return [...byName.values()]
}

function peopleOf(actor: Actor, principals: SubscribeRequest['principals']): User[] {
  if (principals === undefined || principals.length === 0) return [actor.user]
  const people = principals.map((principal) => {
    const user = findShownUser(actor.realm, actor.user, principal)
    if (!user?.isActive) throw badRequest('No such user')
    return user
  })
  return [...new Set(people)]
}

const isForOthers = (actor: Actor, people: readonly User[]): boolean => people.some((user) => user.id !== actor.user.id)

const notPermitted = () => badRequest('Insufficient permission')

/** Why these people cannot be subscribed by the caller; nothing when they can. */
function refusalFor(actor: Actor, channel: Channel, people: readonly User[], now: number): ApiError | undefined {
  if (channel.isArchived || !hasContentAccess(actor.realm, actor.user, channel, now))
    return badRequest(`Unable to access channel (${channel.name}).`)
  return isForOthers(actor, people) && !mayAddOthers(actor, channel, now) ? notPermitted() : undefined
}

const mayAddOthers = ({ realm, user }: Actor, channel: Channel, now: number): boolean =>
  mayAdminister(realm, user, channel, now) ||
  mayInRealm(realm, user, 'can_add_subscribers_group', now) ||
  mayInChannel(realm, user, channel, 'can_add_subscribers_group', now)

function sortOut({ realm }: Actor, channels: readonly Channel[], people: readonly User[]) {
  const subscribed: Record<string, string[]> = {}
  const alreadySubscribed: Record<string, string[]> = {}
  for (const user of people)
    for (const channel of channels) {
      const list = realm.memberships.isSubscribed(user.id, channel.id) ? alreadySubscribed : subscribed
      list[user.id] ??= []
      list[user.id]!.push(channel.name)
    }
  return { subscribed, alreadySubscribed }
}
