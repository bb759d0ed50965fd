import type { ParamsOf } from '../../api/contract.ts'
import { deleteQueue, getEvents, registerQueue } from '../../api/endpoints/events.ts'
import { ApiError, badRequest } from '../../api/errors.ts'
import type { Actor } from '../actor.ts'
import { seconds } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Queue } from '../events/queue.ts'
import { idleSeconds, type QueueSpec } from '../events/queue-spec.ts'
import { rawRoute, route } from '../http/route.ts'
import { firstEventId } from '../log/log-row.ts'
import { isGuest } from '../realm-state/user.ts'
import { versionFields } from '../version.ts'
import { takeState } from './take-state.ts'

type RegisterParams = ParamsOf<typeof registerQueue>

export const registerRoutes = {
  registerQueue: rawRoute(registerQueue, async ({ ctx, actor, params, reply }) => {
    if (actor.user === null) throw refuseVisitor(params)
    const { queue, members } = await register(ctx, actor, params)
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
      lastEventId: params.last_event_id ?? -1,
      dontBlock: params.dont_block,
    }
    const poll = await ctx.queues.poll(live, request, (queue, events) => {
      ctx.metrics.eventsDelivered.inc(events.length)
      reply.send(`"queue_id":"${queue.id}","events":[${events.join(',')}]${registered}`)
    })
    if (poll) reply.onClose(() => ctx.queues.abandon(request.queueId, poll))
  }),

  deleteQueue: route(deleteQueue, async ({ ctx, actor, params }) => {
    const live = await ctx.realms.live(actor.realm.id)
    await ctx.queues.remove(await ctx.queues.require(live, params.queue_id, actor.user.id))
    return {}
  }),
}

const member = ([name, value]: readonly [string, unknown]): string => `${JSON.stringify(name)}:${JSON.stringify(value)}`

const queueMembers = (queue: Queue): string[] => [
  member(['queue_id', queue.id]),
  member(['last_event_id', firstEventId(queue.registeredSeq)]),
  member(['idle_queue_timeout_secs', queue.idleSeconds]),
]

async function register(
  ctx: Context,
  actor: Actor,
  params: RegisterParams,
): Promise<{ queue: Queue; members: readonly string[] }> {
  if (params.all_public_streams && isGuest(actor.user)) throw badRequest('User not authorized for this query')
  const live = await ctx.realms.live(actor.realm.id)
  const spec: QueueSpec = {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar ?? true,
    slimPresence: params.slim_presence,
    includeSubscribers: params.include_subscribers,
    allPublicStreams: params.all_public_streams ?? false,
    eventTypes: params.event_types ?? null,
    narrow: params.narrow ?? [],
    capabilities: params.client_capabilities ?? {},
  }
  const { realm, user } = actor
  const request = {
    realm,
    user,
    spec,
    includeSubscribers: params.include_subscribers,
    now: seconds(ctx.clock),
    isDevelopment: ctx.config.development,
    url: ctx.addressOf(realm),
    generation: ctx.nodes.generation,
  }
  const { position, members } = await takeState(
    ctx.database,
    live,
    request,
    params.fetch_event_types ?? params.event_types ?? null,
  )
  const queue = await ctx.queues.register(live, user.id, position, spec, idleSeconds(params.idle_queue_timeout))
  return { queue, members }
}

/** Visitors may see web-public channels; until there can be one, there is nothing for them. */
function refuseVisitor(params: RegisterParams): ApiError {
  if (params.client_gravatar) return badRequest("Invalid 'client_gravatar' parameter for anonymous request")
  if (params.include_subscribers !== 'false')
    return badRequest("Invalid 'include_subscribers' parameter for anonymous request")
  return new ApiError('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
}
