import {
  archiveStream,
  createChannel,
  getStreamById,
  getStreamEmailAddress,
  getStreamId,
  getStreams,
  getSubscribers,
  subscribe as subscribeEndpoint,
  updateStream,
} from '../../api/endpoints/channels.ts'
import { badRequest } from '../../api/errors.ts'
import { CHANNEL_PERMISSIONS } from '../../api/objects/channel.ts'
import { findChannel, requireAdministered, requireChannel } from '../kernel/access/channel-access.ts'
import { requireRole } from '../kernel/http/request/authentication.ts'
import { type Call, route } from '../kernel/http/route.ts'
import { isAdministrator } from '../kernel/realm-state/user.ts'
import { archiveChannel } from './archive-channel.ts'
import { presentChannel } from './channel/present.ts'
import { channelFacts } from './channel/queries.ts'
import type { ChannelRequest } from './create-channel.ts'
import { describeChannel } from './describe-channel.ts'
import { addressOfChannel, requireMailable, requireSender } from './email-address.ts'
import { listChannels } from './list-channels.ts'
import { createNewChannel } from './new-channel.ts'
import { subscriptionsTo } from './queries.ts'
import { readChannelOptions, retentionDays } from './read-options.ts'
import { subscribe } from './subscribe.ts'
import { checkColors, setColors } from './subscriptions/chosen-colors.ts'
import { updateChannel } from './update-channel.ts'

export const channelRoutes = {
  subscribe: route(subscribeEndpoint, async (call) => {
    const { actor, params } = call
    checkColors(params.subscriptions, 'subscriptions')
    // One after another, because there may be thousands and each may need the database.
    const channels: ChannelRequest[] = []
    for (const [index, wanted] of params.subscriptions.entries())
      channels.push(await withDescription(call, wanted, `subscriptions[${index}]["description"]`))
    const request = {
      channels,
      principals: params.principals,
      errorsAreFatal: params.authorization_errors_fatal,
      announces: params.announce,
      wantsNotices: params.send_new_subscription_messages,
      options: readChannelOptions(params),
    }
    const outcome = await subscribe((work) => call.transact(work), actor, request)
    await setColors({ actor, transact: (work) => call.transact(work) }, params.subscriptions, outcome)
    return {
      subscribed: outcome.subscribed,
      already_subscribed: outcome.alreadySubscribed,
      ...(params.authorization_errors_fatal ? {} : { unauthorized: outcome.unauthorized }),
      ...(params.send_new_subscription_messages ? { new_subscription_messages_sent: outcome.sendsNotices } : {}),
    }
  }),

  getStreams: route(getStreams, async ({ db, actor, params }) => {
    if (params.include_all_active && !isAdministrator(actor.user))
      throw badRequest('User not authorized for this query')
    return { streams: await listChannels(db, actor, params) }
  }),

  getStreamById: route(getStreamById, async ({ db, actor, params }) => {
    const channel = requireChannel(actor, params.stream_id)
    const facts = await channelFacts(db, actor.realm.id, [channel.id])
    return { stream: presentChannel(actor.realm, channel, facts.get(channel.id)) }
  }),

  getStreamId: route(getStreamId, ({ actor, params }) => {
    const channel = findChannel(actor, params.stream)
    if (!channel || channel.isArchived) throw badRequest(`Invalid channel name '${params.stream}'`)
    return { stream_id: channel.id }
  }),

  getSubscribers: route(getSubscribers, ({ actor, params }) => {
    const { id } = requireChannel(actor, params.stream_id)
    return { subscribers: [...actor.realm.memberships.subscribers(id)].sort((a, b) => a - b) }
  }),

  createChannel: route(createChannel, async (call) => {
    const { name, description, subscribers, announce, ...options } = call.params
    const request = {
      wanted: await withDescription(call, { name, description }, 'description'),
      options: readChannelOptions(options),
      subscriberIds: subscribers,
      announces: announce,
    }
    return { id: await createNewChannel((work) => call.transact(work), request) }
  }),

  updateStream: route(updateStream, async (call) => {
    const { params, actor } = call
    const restores = params.is_archived === false && requireAdministered(actor, params.stream_id)
    const described =
      params.description === undefined
        ? undefined
        : await withDescription(call, { name: '', description: params.description }, 'description')
    const update = {
      name: params.new_name,
      described: described && {
        description: described.description,
        renderedDescription: described.renderedDescription,
      },
      kind: {
        isPrivate: params.is_private,
        isWebPublic: params.is_web_public,
        historyPublic: params.history_public_to_subscribers,
      },
      isDefault: params.is_default_stream,
      messageRetentionDays: retentionDays(params.message_retention_days),
      defaultPushNotifications: params.default_push_notifications,
      isArchived: params.is_archived,
      subscriptions: restores ? await subscriptionsTo(call.db, actor.realm.id, params.stream_id) : [],
      folderId: params.folder_id,
      topicsPolicy: params.topics_policy,
      groupSettings: Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, params[name]])),
    }
    await call.transact(async (tx) => {
      requireAdministered(tx.actor, params.stream_id)
      if (update.messageRetentionDays !== undefined) requireRole('owner', tx.actor.user)
      if (update.isDefault !== undefined) requireRole('administrator', tx.actor.user)
      await updateChannel(tx, params.stream_id, update)
    })
    return {}
  }),

  getStreamEmailAddress: route(getStreamEmailAddress, async (call) => {
    const { actor, ctx, params } = call
    const { mailInDomain: domain } = ctx.config
    if (domain === null) {
      requireMailable(actor, params.stream_id)
      requireSender(actor, params.sender_id)
      return { email: '' }
    }
    return { email: await call.transact((tx) => addressOfChannel(tx, params.stream_id, params.sender_id, domain)) }
  }),

  archiveStream: route(archiveStream, async (call) => {
    await call.transact((tx) => archiveChannel(tx, requireAdministered(tx.actor, call.params.stream_id)))
    return {}
  }),
}

/** Checks and renders a description for the channel. */
const withDescription = (
  call: Pick<Call<typeof createChannel>, 'ctx' | 'actor' | 'db'>,
  wanted: { name: string; description?: string | undefined },
  parameter: string,
): Promise<ChannelRequest> => describeChannel(call, call.ctx.siteOf(call.actor.realm), wanted, parameter)
