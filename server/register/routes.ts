import type { ParamsOf } from '../../api/contract.ts'
import { deleteQueue, getEvents, registerQueue } from '../../api/endpoints/events.ts'
import { badRequest, notLoggedIn } from '../../api/errors.ts'
import type { Actor, Visitor } from '../actor.ts'
import { seconds } from '../clock.ts'
import type { Context } from '../context.ts'
import type { EventsReply, Poll, Queue } from '../events/queue.ts'
import { idleSeconds, type QueueSpec } from '../events/queue-spec.ts'
import type { Queues } from '../events/queues.ts'
import { type RawReply, rawRoute, route } from '../http/route.ts'
import { bytesOf } from '../http/straight-answer.ts'
import { firstEventId } from '../log/log-row.ts'
import { admitsVisitors } from '../realm/visitors.ts'
import type { RealmState } from '../realm-state/realm-state.ts'
import { isGuest } from '../realm-state/user.ts'
import { versionFields } from '../version.ts'
import { SLICES, wantedSlices } from './slices.ts'
import { takeState } from './take-state.ts'
import { VISITOR_SLICES } from './visitor-state.ts'

type RegisterParams = ParamsOf<typeof registerQueue>

export const registerRoutes = {
  registerQueue: rawRoute(registerQueue, async ({ ctx, actor, params, reply }) => {
    const { queue, members } = await (isSignedIn(actor) ? register(ctx, actor, params) : look(ctx, actor, params))
    reply.send([...queueMembers(queue), ...Object.entries(versionFields()).map(member), ...members].join(','))
  }),

  getEvents: rawRoute(getEvents, async ({ ctx, actor, params, reply }) => {
    const live = await ctx.realms.live(actor.realm.id)
    let queueId = params.queue_id
    let registered = ''
    if (queueId === undefined) {
      const { queue } = await register(ctx, actor, { ...params, fetch_event_types: [] })
      queueId = queue.id
      registered = `,${queueMembers(queue).slice(1).join(',')}`
    }
    const request = {
      queueId,
      userId: actor.user.id,
      // A queue that has just begun has nothing to acknowledge.
      lastEventId: registered === '' ? (params.last_event_id ?? -1) : -1,
      dontBlock: params.dont_block,
    }
    const waiting = new WaitingAnswer(ctx.queues, reply, registered)
    const poll = await ctx.queues.poll(live, request, waiting)
    if (poll) waiting.park(request.queueId, poll)
  }),

  deleteQueue: route(deleteQueue, async ({ ctx, actor, params }) => {
    const live = await ctx.realms.live(actor.realm.id)
    await ctx.queues.remove(await ctx.queues.require(live, params.queue_id, actor.user.id))
    return {}
  }),
}

/** An object instead of closures: those of a handler hold all that it ever named, for as long as the poll waits. */
class WaitingAnswer implements EventsReply {
  readonly #queues: Queues
  readonly #reply: RawReply
  readonly #registered: string

  constructor(queues: Queues, reply: RawReply, registered: string) {
    this.#queues = queues
    this.#reply = reply
    this.#registered = registered
  }

  send({ id }: Queue, events: readonly string[]): void {
    this.#queues.delivered += events.length
    const [only = ''] = events
    const text = events.length === 1 ? only : events.join(',')
    const before = `"queue_id":"${id}","events":[`
    const after = `]${this.#registered}`
    this.#reply.send(before + text + after, before.length + bytesOf(text) + after.length)
  }

  park(queueId: string, poll: Poll): void {
    const queues = this.#queues
    this.#reply.onClose(() => queues.abandon(queueId, poll))
  }
}

const member = ([name, value]: readonly [string, unknown]): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`

const isSignedIn = (actor: Actor | Visitor): actor is Actor => actor.user !== null

/** A visitor has no queue: state without events. */
const queueMembers = (queue: Queue | null): string[] =>
  queue === null
    ? [member(['queue_id', null]), member(['last_event_id', -1])]
    : [
        member(['queue_id', queue.id]),
        member(['last_event_id', firstEventId(queue.registeredSeq)]),
        member(['idle_queue_timeout_secs', queue.idleSeconds]),
      ]

async function register(
  ctx: Context,
  actor: Actor,
  params: RegisterParams,
): Promise<{ queue: Queue; members: readonly string[] }> {
  const { realm, user } = actor
  if (params.all_public_streams && isGuest(user)) throw badRequest('User not authorized for this query')
  const live = await ctx.realms.live(realm.id)
  const spec = specOf(params, true)
  const base = requestOf(ctx, realm, spec)
  const slices = wantedSlices(SLICES, params.fetch_event_types ?? params.event_types ?? null)
  const request = () => ({ ...base, user: realm.users.get(user.id) ?? user })
  const { position, members } = await takeState(ctx.database, live, request, slices)
  const queue = await ctx.queues.register(live, user.id, position, spec, idleSeconds(params.idle_queue_timeout))
  return { queue, members }
}

/** Without an account: what web-public channels show to everybody, if there are any. */
async function look(
  ctx: Context,
  { realm }: Visitor,
  params: RegisterParams,
): Promise<{ queue: null; members: readonly string[] }> {
  if (params.client_gravatar) throw badRequest("Invalid 'client_gravatar' parameter for anonymous request")
  if (params.include_subscribers !== 'false')
    throw badRequest("Invalid 'include_subscribers' parameter for anonymous request")
  if (!admitsVisitors(realm)) throw notLoggedIn()
  const live = await ctx.realms.live(realm.id)
  const base = requestOf(ctx, realm, specOf(params, false))
  const slices = wantedSlices(VISITOR_SLICES, params.fetch_event_types ?? params.event_types ?? null)
  const { members } = await takeState(ctx.database, live, () => base, slices)
  return { queue: null, members }
}

const specOf = (params: RegisterParams, clientGravatar: boolean): QueueSpec => ({
  applyMarkdown: params.apply_markdown,
  clientGravatar: params.client_gravatar ?? clientGravatar,
  slimPresence: params.slim_presence,
  includeSubscribers: params.include_subscribers,
  allPublicStreams: params.all_public_streams ?? false,
  eventTypes: params.event_types ?? null,
  narrow: params.narrow ?? [],
  capabilities: params.client_capabilities ?? {},
})

const requestOf = (ctx: Context, realm: RealmState, spec: QueueSpec) => ({
  realm,
  spec,
  now: seconds(ctx.clock),
  isDevelopment: ctx.config.development,
  url: ctx.addressOf(realm),
  generation: ctx.nodes.generation,
})
