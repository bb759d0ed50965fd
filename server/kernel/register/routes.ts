import type { ParamsOf } from '../../../api/contract.ts'
import { deleteQueue, getEvents, registerQueue } from '../../../api/endpoints/events.ts'
import { badRequest, notLoggedIn } from '../../../api/errors.ts'
import { admitsVisitors } from '../access/visitors.ts'
import { type Actor, currentActor, isSignedIn, type Visitor } from '../actor.ts'
import { byteLength } from '../base/byte-length.ts'
import { seconds } from '../base/clock.ts'
import { versionFields } from '../base/version.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Poll, Queue } from '../events/queue.ts'
import { idleSeconds, type QueueSpec, supportedTypes } from '../events/queue-spec.ts'
import { NO_EVENT_YET, type Queues } from '../events/queues.ts'
import { limitKey } from '../http/request/client-address.ts'
import { type RawCall, type RawReply, rawRoute, route } from '../http/route.ts'
import { firstEventId } from '../log/log-row.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isGuest, type User } from '../realm-state/user.ts'
import { turnsOf } from './registration-turns.ts'
import type { StateSlice, VisitorRequest } from './snapshot.ts'
import { takeState } from './take-state.ts'
import { wantedSlices } from './wanted-slices.ts'

type RegisterParams = ParamsOf<typeof registerQueue>

/** All parts of the state. */
export interface StateParts {
  readonly state: readonly StateSlice[]
  readonly visitorState: readonly StateSlice<VisitorRequest>[]
}

export const registerRoutes = ({ state, visitorState }: StateParts) => ({
  registerQueue: rawRoute(registerQueue, async ({ ctx, db, actor, params, request, reply }) => {
    const types = params.fetch_event_types ?? params.event_types ?? null
    const { queue, members } = isSignedIn(actor)
      ? await register(ctx, db, actor, params, wantedSlices(state, types))
      : await look(ctx, db, actor, params, request.ip, wantedSlices(visitorState, types))
    const first = [...queueMembers(queue), ...Object.entries(versionFields()).map(member)].join(',')
    const isAlone = members.length === 0
    reply.sendPieces([Buffer.from(isAlone ? first : `${first},`), ...members])
  }),

  getEvents: rawRoute(getEvents, (call) => {
    const { queue_id: queueId, last_event_id: lastEventId = NO_EVENT_YET } = call.params
    return queueId === undefined ? registerAndPoll(call) : poll(call, queueId, lastEventId)
  }),

  deleteQueue: route(deleteQueue, async ({ ctx, actor, params }) => {
    const live = await ctx.realms.live(actor.realm.id)
    await ctx.queues.remove(await ctx.queues.require(live, params.queue_id, actor.user.id))
    return {}
  }),
})

type PollCall = RawCall<typeof getEvents>

/**
 * Synchronous if memory has everything, because polls are the most frequent requests and wait in the largest numbers.
 */
function poll(
  { ctx, actor, params, reply }: PollCall,
  queueId: string,
  lastEventId: number,
  end = ']',
): void | Promise<void> {
  const request = { queueId, userId: actor.user.id, lastEventId, dontBlock: params.dont_block }
  const answer = new WaitingAnswer(ctx.queues, reply, end)
  const live = ctx.realms.known(actor.realm.id)
  if (live) return ctx.queues.poll(live, request, answer)
  return ctx.realms.live(actor.realm.id).then((loaded) => ctx.queues.poll(loaded, request, answer))
}

/** A new queue has nothing to acknowledge. */
async function registerAndPoll(call: PollCall): Promise<void> {
  const { ctx, db, actor, params } = call
  const { queue } = await register(ctx, db, actor, params, [])
  return poll(call, queue.id, NO_EVENT_YET, `],${queueMembers(queue).slice(1).join(',')}`)
}

const QUEUE_ID = '"queue_id":"'
const EVENTS = '","events":['

/** An object, not closures: closures would keep everything of the handler in memory while the poll waits. */
class WaitingAnswer implements Poll {
  readonly #queues: Queues
  readonly #reply: RawReply
  readonly #end: string
  since = 0

  constructor(queues: Queues, reply: RawReply, end: string) {
    this.#queues = queues
    this.#reply = reply
    this.#end = end
  }

  send({ id }: Queue, events: readonly string[]): void {
    this.#queues.delivered += events.length
    const [only = ''] = events
    const text = events.length === 1 ? only : events.join(',')
    const around = QUEUE_ID.length + id.length + EVENTS.length + this.#end.length
    this.#reply.send([QUEUE_ID, id, EVENTS, text, this.#end], around + byteLength(text))
  }

  wait({ id }: Queue): void {
    this.#reply.onClose(() => this.#queues.abandon(id, this))
  }
}

const member = ([name, value]: readonly [string, unknown]): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`

/** A visitor gets state without a queue. */
const queueMembers = (queue: Queue | null): string[] =>
  queue === null
    ? [member(['queue_id', null]), member(['last_event_id', -1])]
    : [
        member(['queue_id', queue.id]),
        member(['last_event_id', firstEventId(queue.registeredSeq)]),
        member(['idle_queue_timeout_secs', queue.idleSeconds]),
      ]

interface Registration {
  readonly queue: Queue
  readonly members: readonly Buffer[]
}

type Slices = readonly StateSlice[]

const register = (ctx: Context, db: Db, actor: Actor, params: RegisterParams, slices: Slices): Promise<Registration> =>
  turnsOf(ctx).take(`account ${actor.user.id}`, () => registerNow(ctx, db, actor, params, slices))

async function registerNow(
  ctx: Context,
  db: Db,
  actor: Actor,
  params: RegisterParams,
  slices: Slices,
): Promise<Registration> {
  const { realm, user } = currentActor(actor)
  if (params.all_public_streams && isGuest(user)) throw badRequest('User not authorized for this query')
  const live = await ctx.realms.live(realm.id)
  const spec = specOf(withBotDefaults(realm, user, params), true)
  const base = requestOf(ctx, realm, spec, params)
  const request = () => ({ ...base, user: realm.users.get(user.id) ?? user })
  const { position, members } = await takeState(db, live, request, slices)
  const queue = await ctx.queues.register(live, user.id, position, spec, idleSeconds(params.idle_queue_timeout))
  return { queue, members }
}

/** The state for callers without an account: what web-public channels show, if there are any. */
async function look(
  ctx: Context,
  db: Db,
  { realm }: Visitor,
  params: RegisterParams,
  ip: string,
  slices: readonly StateSlice<VisitorRequest>[],
): Promise<{ queue: null; members: readonly Buffer[] }> {
  if (params.client_gravatar) throw badRequest("Invalid 'client_gravatar' parameter for anonymous request")
  if (params.include_subscribers !== 'false')
    throw badRequest("Invalid 'include_subscribers' parameter for anonymous request")
  if (!admitsVisitors(realm)) throw notLoggedIn()
  const live = await ctx.realms.live(realm.id)
  const base = requestOf(ctx, realm, specOf(params, false), params)
  const taken = await turnsOf(ctx).take(`address ${limitKey(ip)}`, () => takeState(db, live, () => base, slices))
  return { queue: null, members: taken.members }
}

/** A bot may have defaults for what its queues get. */
function withBotDefaults(realm: RealmState, user: User, params: RegisterParams): RegisterParams {
  const bot = realm.records.bot.get(user.id)
  if (!bot) return params
  const channel = bot.eventsChannelId === null ? undefined : realm.channels.get(bot.eventsChannelId)
  return {
    ...params,
    all_public_streams: params.all_public_streams ?? (bot.allPublicChannels && !isGuest(user)),
    narrow: params.narrow ?? (channel ? [{ operator: 'stream', operand: channel.name }] : undefined),
  }
}

const specOf = (params: RegisterParams, clientGravatar: boolean): QueueSpec => ({
  applyMarkdown: params.apply_markdown,
  clientGravatar: params.client_gravatar ?? clientGravatar,
  slimPresence: params.slim_presence,
  includeSubscribers: params.include_subscribers,
  allPublicStreams: params.all_public_streams ?? false,
  eventTypes: supportedTypes(params.event_types),
  narrow: params.narrow ?? [],
  capabilities: params.client_capabilities ?? {},
})

const requestOf = (ctx: Context, realm: RealmState, spec: QueueSpec, params: RegisterParams) => ({
  realm,
  spec,
  now: seconds(ctx.clock),
  presenceDays: params.presence_history_limit_days,
  config: ctx.config,
  url: ctx.addressOf(realm),
  generation: ctx.nodes.generation,
})
