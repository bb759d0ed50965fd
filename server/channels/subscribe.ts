import { type ApiError, badRequest } from '../../api/errors.ts'
import { foldCase } from '../../api/fold-case.ts'
import type { Actor } from '../actor.ts'
import type { LoggedJob } from '../log/job.ts'
import type { Channel } from '../realm-state/channel.ts'
import { mayInChannel, mayInRealm } from '../realm-state/permissions.ts'
import { isGuest, type User } from '../realm-state/user.ts'
import type { CallTx } from '../transaction/tx.ts'
import { findShownUser } from '../users/access.ts'
import { findChannel, hasContentAccess, mayAdminister } from './access.ts'
import { checkChannelName } from './channel-name.ts'
import { type ChannelOptions, createChannels, requireMayCreate, type WantedChannel } from './create-channel.ts'
import { requireFewPerDay, requireFewPerRequest } from './creation-limits.ts'
import { sendChannelAnnouncement } from './send-announcement.ts'
import { MOST_TOLD, subscriptionNoticeJobs } from './send-subscription-notices.ts'
import { subscribeUsers } from './subscribe-users.ts'

export interface SubscribeRequest {
  readonly channels: readonly WantedChannel[]
  /** The caller alone when absent or empty. */
  readonly principals: readonly (string | number)[] | undefined
  readonly errorsAreFatal: boolean
  readonly options: ChannelOptions
  /** Send a notice to users who are subscribed by another user. */
  readonly wantsNotices: boolean
  /** Tell of new channels where the organization wants them announced. */
  readonly announces: boolean
}

export interface SubscribeOutcome {
  readonly subscribed: Record<string, string[]>
  readonly alreadySubscribed: Record<string, string[]>
  readonly unauthorized: string[]
  /** How many of the channels are new. */
  readonly created: number
  /** False if not wanted, or if there are too many new subscribers. */
  readonly sendsNotices: boolean
}

type SubscribedPiece = Omit<SubscribeOutcome, 'sendsNotices'>
type Transact = (work: (tx: CallTx) => Promise<SubscribedPiece>) => Promise<SubscribedPiece>

/**
 * Subscribes people to channels, creating those that do not exist. Nobody else writes meanwhile, so that many channels
 * come in pieces, each of them whole or not at all; what is to be refused is refused before the first.
 */
export async function subscribe(
  transact: Transact,
  caller: Actor,
  request: SubscribeRequest,
): Promise<SubscribeOutcome> {
  const { people, wanted, known, missing } = sortWanted(caller, request)
  requireFewPerRequest(missing.length)
  const wantsNotices = request.wantsNotices && countNewcomers(caller, people, known, missing) <= MOST_TOLD
  // The new ones first: what may refuse them, when they are made, refuses the first piece.
  const ordered = [...new Set([...missing, ...wanted])]
  const outcomes: SubscribedPiece[] = []
  let created = 0
  for (const channels of piecesOf(ordered, people.length)) {
    const creating = { done: created, planned: missing.length }
    const outcome = await transact((tx) => subscribePiece(tx, { ...request, channels, wantsNotices }, creating))
    created += outcome.created
    outcomes.push(outcome)
  }
  return {
    subscribed: joined(outcomes.map((one) => one.subscribed)),
    alreadySubscribed: joined(outcomes.map((one) => one.alreadySubscribed)),
    unauthorized: outcomes.flatMap((one) => one.unauthorized),
    created,
    sendsNotices: wantsNotices,
  }
}

function countNewcomers(
  { realm }: Actor,
  people: readonly User[],
  known: readonly Channel[],
  missing: readonly WantedChannel[],
): number {
  if (missing.length > 0) return people.length
  return people.filter(({ id }) => known.some((channel) => !realm.memberships.isSubscribed(id, channel.id))).length
}

/** Measured among three thousand accounts: so many take about half a second. */
const MOST_CHANNELS = 250
const MOST_SUBSCRIPTIONS = 5_000
/** In all pieces together. To one channel everybody may be subscribed. */
const MOST_OF_A_REQUEST = 50_000

function requireFew(channels: readonly WantedChannel[], people: number): void {
  const most = Math.max(1, Math.floor(MOST_OF_A_REQUEST / people))
  if (channels.length > most) throw badRequest(`subscriptions is too long (limit: ${most} items)`)
}

function piecesOf(channels: readonly WantedChannel[], people: number): (readonly WantedChannel[])[] {
  const most = Math.min(MOST_CHANNELS, Math.max(1, Math.floor(MOST_SUBSCRIPTIONS / people)))
  const count = Math.max(1, Math.ceil(channels.length / most))
  return Array.from({ length: count }, (_, index) => channels.slice(index * most, (index + 1) * most))
}

function joined(lists: readonly Record<string, string[]>[]): Record<string, string[]> {
  const all: Record<string, string[]> = {}
  for (const list of lists)
    for (const [who, names] of Object.entries(list)) {
      all[who] ??= []
      for (const name of names) all[who].push(name)
    }
  return all
}

/** New channels of the whole request, when a piece of it begins. */
interface Creating {
  readonly done: number
  readonly planned: number
}

async function subscribePiece(tx: CallTx, request: SubscribeRequest, creating: Creating): Promise<SubscribedPiece> {
  const { actor } = tx
  const { people, known, missing, unauthorized } = sortWanted(actor, request)
  if (missing.length > 0) {
    // Channels that were there may have gone meanwhile; and what is to be refused is refused with the first piece.
    requireFewPerRequest(creating.done + missing.length)
    await requireFewPerDay(tx, Math.max(missing.length, creating.planned - creating.done))
  }
  const notices = request.wantsNotices ? noticeJobs(actor, known, people) : []
  const created = await create(tx, missing, people, request.options)
  const channels = [...known, ...created]
  const outcome = sortOut(actor, channels, people)
  await subscribeUsers(tx, channels, people, created)
  if (request.announces) await sendChannelAnnouncement(tx, created)
  for (const job of notices) tx.after(job)
  return { ...outcome, unauthorized, created: missing.length }
}

/** Who is to be subscribed to what, by memory as it is. Throws what refuses the request. */
function sortWanted(actor: Actor, request: SubscribeRequest) {
  const people = peopleOf(actor, request.principals)
  const wanted = uniqueNames(request.channels)
  requireFew(wanted, people.length)
  const known: Channel[] = []
  const unauthorized: string[] = []
  const missing: WantedChannel[] = []
  for (const one of wanted) {
    const { name } = one
    const channel = findWanted(actor, name)
    // A refusal names the channel as the caller did: its real spelling may not be theirs to know.
    const refusal = channel && refusalFor(actor, { ...channel, name }, people)
    if (!channel) missing.push(one)
    else if (!refusal) known.push(channel)
    else if (request.errorsAreFatal) throw refusal
    else unauthorized.push(name)
  }
  if (missing.length > 0) requireMayCreate(actor, request.options)
  return { people, wanted, known, missing, unauthorized }
}

/** To a guest, a channel that is not theirs to know is one that does not exist, which they may not create. */
function findWanted(actor: Actor, name: string): Channel | undefined {
  const channel = actor.realm.channelByName(name)
  return channel && isGuest(actor.user) && !findChannel(actor, channel.id) ? undefined : channel
}

async function create(
  tx: CallTx,
  missing: readonly WantedChannel[],
  people: readonly User[],
  options: ChannelOptions,
): Promise<readonly Channel[]> {
  if (missing.length === 0) return []
  const { actor } = tx
  const ids = people.map((user) => user.id)
  const created = await createChannels(tx, actor.user.id, missing, options, ids)
  // Whoever creates channels administers them, unless they wished otherwise.
  const mayAdd = created.every((channel) => mayAddOthers(actor, channel))
  if (isForOthers(actor, people) && !mayAdd) throw notPermitted()
  return created
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
function refusalFor(actor: Actor, channel: Channel, people: readonly User[]): ApiError | undefined {
  if (channel.isArchived || !hasContentAccess(actor.realm, actor.user, channel))
    return badRequest(`Unable to access channel (${channel.name}).`)
  return isForOthers(actor, people) && !mayAddOthers(actor, channel) ? notPermitted() : undefined
}

const mayAddOthers = ({ realm, user }: Actor, channel: Channel): boolean =>
  mayAdminister(realm, user, channel) ||
  mayInRealm(realm, user, 'can_add_subscribers_group') ||
  mayInChannel(realm, user, channel, 'can_add_subscribers_group')

/** Notices for everyone but the caller and bots, about channels that existed before. */
function noticeJobs({ realm, user }: Actor, channels: readonly Channel[], people: readonly User[]): LoggedJob[] {
  const told = people.filter((person) => person.id !== user.id && !person.isBot)
  const joined = told.flatMap(({ id }) => {
    const joins = channels.filter((channel) => !realm.memberships.isSubscribed(id, channel.id))
    return joins.length > 0 ? [[id, joins.map((channel) => channel.id)] as const] : []
  })
  return subscriptionNoticeJobs(user.id, joined)
}

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
