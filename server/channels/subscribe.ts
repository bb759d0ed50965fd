import { badRequest } from '../../api/errors.ts'
import { foldCase } from '../../api/fold-case.ts'
import { findChannel, hasContentAccess, mayAddOthers } from '../kernel/access/channel-access.ts'
import { findShownUser } from '../kernel/access/user-access.ts'
import type { Actor } from '../kernel/actor.ts'
import type { LoggedJob } from '../kernel/log/job.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { isGuest, type User } from '../kernel/realm-state/user.ts'
import { checkChannelName } from '../kernel/texts/channel-name.ts'
import type { CallTx } from '../kernel/transaction/tx.ts'
import { type ChannelOptions, type ChannelRequest, createChannels, requireMayCreate } from './create-channel.ts'
import { requireFewPerDay, requireFewPerRequest } from './creation-limits.ts'
import { sendChannelAnnouncement } from './notices/send-announcement.ts'
import { MAX_NOTIFIED_SUBSCRIBERS, subscriptionNoticeJobs } from './notices/send-subscription-notices.ts'
import { subscribeUsers } from './subscribe-users.ts'

export interface SubscribeRequest {
  readonly channels: readonly ChannelRequest[]
  /** If it is absent or empty, only the caller is subscribed. */
  readonly principals: readonly (string | number)[] | undefined
  readonly errorsAreFatal: boolean
  readonly options: ChannelOptions
  /** Send a notice to users who are subscribed by another user. */
  readonly wantsNotices: boolean
  /** Announce new channels where the organization wants it. */
  readonly announces: boolean
}

export interface SubscribeOutcome {
  readonly subscribed: Record<string, string[]>
  readonly alreadySubscribed: Record<string, string[]>
  readonly unauthorized: string[]
  /** The number of new channels. */
  readonly created: number
  /** False if not wanted, or if there are too many new subscribers. */
  readonly sendsNotices: boolean
}

interface SubscribedPiece extends Omit<SubscribeOutcome, 'sendsNotices'> {
  /** The channels of the piece, for the people who do not fit into it. */
  readonly knownIds: readonly number[]
  readonly createdIds: readonly number[]
}
type Transact = (work: (tx: CallTx) => Promise<SubscribedPiece>) => Promise<SubscribedPiece>

/**
 * Subscribes people to channels and creates missing ones. No one else can write meanwhile. Many channels and many
 * people are done in pieces, each of them atomic. All checks run before the first piece.
 */
export async function subscribe(
  transact: Transact,
  caller: Actor,
  request: SubscribeRequest,
): Promise<SubscribeOutcome> {
  const { people, wanted, known, missing } = sortWanted(caller, request)
  requireFewPerRequest(missing.length)
  const wantsNotices =
    request.wantsNotices && countNewcomers(caller, people, known, missing) <= MAX_NOTIFIED_SUBSCRIBERS
  // New channels first, so that a refusal of their creation comes with the first piece.
  const ordered = [...new Set([...missing, ...wanted])]
  const outcomes: SubscribedPiece[] = []
  let created = 0
  for (const channels of piecesOf(ordered, people.length)) {
    const creating = { done: created, planned: missing.length }
    const [first, ...others] = piecesOfPeople(people)
    const piece = { ...request, channels, wantsNotices, principals: first }
    const outcome = await transact((tx) => subscribePiece(tx, piece, creating))
    created += outcome.created
    outcomes.push(outcome)
    for (const principals of others)
      outcomes.push(await transact((tx) => subscribeMore(tx, outcome, { ...piece, principals })))
  }
  return {
    subscribed: joined(outcomes.map((one) => one.subscribed)),
    alreadySubscribed: joined(outcomes.map((one) => one.alreadySubscribed)),
    unauthorized: [...new Set(outcomes.flatMap((one) => one.unauthorized))],
    created,
    sendsNotices: wantsNotices,
  }
}

function countNewcomers(
  { realm }: Actor,
  people: readonly User[],
  known: readonly Channel[],
  missing: readonly ChannelRequest[],
): number {
  if (missing.length > 0) return people.length
  return people.filter(({ id }) => known.some((channel) => !realm.memberships.isSubscribed(id, channel.id))).length
}

/** Everybody else waits for a transaction. */
const MAX_CHANNELS_PER_TRANSACTION = 100
const MAX_PEOPLE_PER_TRANSACTION = 100
const MAX_SUBSCRIPTIONS_PER_TRANSACTION = 200
/** The limit of all pieces together. One channel can have everyone as subscribers. */
const MAX_SUBSCRIPTIONS_PER_REQUEST = 50_000

function requireFew(channels: readonly ChannelRequest[], people: number): void {
  const most = Math.max(1, Math.floor(MAX_SUBSCRIPTIONS_PER_REQUEST / people))
  if (channels.length > most) throw badRequest(`subscriptions is too long (limit: ${most} items)`)
}

function piecesOf(channels: readonly ChannelRequest[], people: number): (readonly ChannelRequest[])[] {
  const most = Math.min(
    MAX_CHANNELS_PER_TRANSACTION,
    Math.max(1, Math.floor(MAX_SUBSCRIPTIONS_PER_TRANSACTION / Math.min(people, MAX_PEOPLE_PER_TRANSACTION))),
  )
  const count = Math.max(1, Math.ceil(channels.length / most))
  return Array.from({ length: count }, (_, index) => channels.slice(index * most, (index + 1) * most))
}

function piecesOfPeople(people: readonly User[]): [number[], ...number[][]] {
  const ids = people.map(({ id }) => id)
  const [first = [], ...others] = Array.from(
    { length: Math.ceil(ids.length / MAX_PEOPLE_PER_TRANSACTION) },
    (_, index) => ids.slice(index * MAX_PEOPLE_PER_TRANSACTION, (index + 1) * MAX_PEOPLE_PER_TRANSACTION),
  )
  return [first, ...others]
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

/** The new channels of the whole request, at the start of a piece. */
interface CreationProgress {
  readonly done: number
  readonly planned: number
}

async function subscribePiece(
  tx: CallTx,
  request: SubscribeRequest,
  creating: CreationProgress,
): Promise<SubscribedPiece> {
  const { actor } = tx
  const { people, known, missing, unauthorized } = sortWanted(actor, request)
  if (missing.length > 0) {
    // Existing channels may have disappeared in the meantime. All refusals come with the first piece.
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
  return {
    ...outcome,
    unauthorized,
    created: missing.length,
    knownIds: known.map(({ id }) => id),
    createdIds: created.map(({ id }) => id),
  }
}

/** More people of the same request. Channels that it created need no permission; for others it may have been revoked. */
async function subscribeMore(
  tx: CallTx,
  { knownIds, createdIds }: Pick<SubscribedPiece, 'knownIds' | 'createdIds'>,
  request: SubscribeRequest,
): Promise<SubscribedPiece> {
  const { actor, realm } = tx
  const people = (request.principals ?? []).flatMap((id) => realm.users.get(Number(id)) ?? [])
  const active = people.filter((user) => user.isActive)
  const there = (ids: readonly number[]) =>
    ids.flatMap((id) => realm.channels.get(id) ?? []).filter((channel) => !channel.isArchived)
  const known = there(knownIds)
  for (const channel of known) {
    if (!isOpenTo(actor, channel)) throw noAccess(channel.name)
    requireMayAdd(actor, channel, active)
  }
  const channels = [...known, ...there(createdIds)]
  const notices = request.wantsNotices ? noticeJobs(actor, known, active) : []
  const outcome = sortOut(actor, channels, active)
  await subscribeUsers(tx, channels, active)
  for (const job of notices) tx.after(job)
  return { ...outcome, unauthorized: [], created: 0, knownIds, createdIds }
}

/** Resolves the people and channels of a request from the current memory. Throws if the request is refused. */
function sortWanted(actor: Actor, request: SubscribeRequest) {
  const people = peopleOf(actor, request.principals)
  const wanted = uniqueNames(request.channels)
  requireFew(wanted, people.length)
  const known: Channel[] = []
  const unauthorized: string[] = []
  const missing: ChannelRequest[] = []
  for (const one of wanted) {
    const { name } = one
    const channel = findWanted(actor, name)
    if (!channel) missing.push(one)
    else if (isOpenTo(actor, channel)) known.push(requireMayAdd(actor, channel, people))
    // A refusal repeats the caller's spelling, because the real one may be hidden from them.
    else if (request.errorsAreFatal) throw noAccess(name)
    else unauthorized.push(name)
  }
  if (missing.length > 0) requireMayCreate(actor, request.options)
  return { people, wanted, known, missing, unauthorized }
}

/** For a guest, a hidden channel does not exist, and guests may not create channels. */
function findWanted(actor: Actor, name: string): Channel | undefined {
  const channel = actor.realm.channelByName(name)
  return channel && isGuest(actor.user) && !findChannel(actor, channel.id) ? undefined : channel
}

async function create(
  tx: CallTx,
  missing: readonly ChannelRequest[],
  people: readonly User[],
  options: ChannelOptions,
): Promise<readonly Channel[]> {
  if (missing.length === 0) return []
  const { actor } = tx
  const ids = people.map((user) => user.id)
  const created = await createChannels(tx, actor.user.id, missing, options, ids)
  // The creator administers the channel, unless the request says otherwise.
  return created.map((channel) => requireMayAdd(actor, channel, people))
}

const uniqueNames = (channels: readonly ChannelRequest[]): ChannelRequest[] => {
  const byName = new Map<string, ChannelRequest>()
  for (const channel of channels) {
    const name = checkChannelName(channel.name)
    const key = foldCase(name)
    if (!byName.has(key)) byName.set(key, { ...channel, name })
  }
  return [...byName.values()]
}

/** The people of a request: those it names, or the caller. */
export function peopleOf(actor: Actor, principals: SubscribeRequest['principals']): User[] {
  if (principals === undefined || principals.length === 0) return [actor.user]
  const people = principals.map((principal) => {
    const user = findShownUser(actor.realm, actor.user, principal)
    if (!user) throw badRequest('No such user')
    if (!user.isActive) throw badRequest('User is deactivated')
    return user
  })
  return [...new Set(people)]
}

export const isForOthers = (actor: Actor, people: readonly User[]): boolean =>
  people.some((user) => user.id !== actor.user.id)

export const notPermitted = () => badRequest('Insufficient permission')

const noAccess = (name: string) => badRequest(`Unable to access channel (${name}).`)

const isOpenTo = ({ realm, user }: Actor, channel: Channel): boolean =>
  !channel.isArchived && hasContentAccess(realm, user, channel)

/** The channel, unless the caller may not subscribe others to it. */
function requireMayAdd(actor: Actor, channel: Channel, people: readonly User[]): Channel {
  if (isForOthers(actor, people) && !mayAddOthers(actor, channel)) throw notPermitted()
  return channel
}

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
