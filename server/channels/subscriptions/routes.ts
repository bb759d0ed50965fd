import {
  getSubscriptionStatus,
  getSubscriptions,
  getUserChannels,
  unsubscribe as unsubscribeEndpoint,
  updateSubscriptionProperty,
  updateSubscriptionSettings,
  updateSubscriptions,
} from '../../../api/endpoints/subscriptions.ts'
import { badRequest } from '../../../api/errors.ts'
import { hasMetadataAccess } from '../../kernel/access/channel-access.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { type Call, rawRoute, route } from '../../kernel/http/route.ts'
import { takeState } from '../../kernel/register/take-state.ts'
import { type ChannelRequest, PLAIN_CHANNEL } from '../create-channel.ts'
import { describeChannel } from '../describe-channel.ts'
import { ownSubscriptionsState } from '../initial-state.ts'
import { type SubscribeOutcome, subscribe } from '../subscribe.ts'
import { requireActiveChannel, requireActiveUser } from './access.ts'
import { changeSubscriptions } from './change-subscription.ts'
import { checkColors, setColors } from './chosen-colors.ts'
import { planUnsubscribe, unsubscribe } from './unsubscribe.ts'

export const subscriptionRoutes = {
  // Large channels have many subscribers, so the answer is written in pieces, as register does.
  getSubscriptions: rawRoute(getSubscriptions, async ({ ctx, db, actor, params, reply }) => {
    const { realm, user } = actor
    const live = await ctx.realms.live(realm.id)
    const spec = {
      applyMarkdown: true,
      clientGravatar: true,
      slimPresence: true,
      includeSubscribers: params.include_subscribers,
      allPublicStreams: false,
      eventTypes: [],
      narrow: [],
      capabilities: { notification_settings_null: true },
    }
    const asked = {
      realm,
      spec,
      now: seconds(ctx.clock),
      presenceDays: 0,
      config: ctx.config,
      url: ctx.addressOf(realm),
      generation: ctx.nodes.generation,
    }
    const request = () => ({ ...asked, user: realm.users.get(user.id) ?? user })
    const { members } = await takeState(db, live, request, [ownSubscriptionsState])
    reply.sendPieces([...members])
  }),

  unsubscribe: route(unsubscribeEndpoint, (call) => {
    const { subscriptions: names, principals } = call.params
    return unsubscribe((work) => call.transact(work), call.actor, { names, principals })
  }),

  updateSubscriptions: route(updateSubscriptions, async (call) => {
    const { actor, params } = call
    if (params.add.length === 0 && params.delete.length === 0)
      throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
    checkColors(params.add, 'add')
    // Refuses before anything is added.
    planUnsubscribe(actor, { names: params.delete })
    const added = params.add.length > 0 ? await subscribeTo(call) : undefined
    const left = await unsubscribe((work) => call.transact(work), actor, { names: params.delete })
    return {
      subscribed: added?.subscribed ?? {},
      already_subscribed: added?.alreadySubscribed ?? {},
      ...left,
      ...(added ? { new_subscription_messages_sent: added.sendsNotices } : {}),
    }
  }),

  updateSubscriptionSettings: route(updateSubscriptionSettings, async (call) => {
    const { subscription_data: changes } = call.params
    await call.transact((tx) => changeSubscriptions(tx, changes, (index) => `subscription_data[${index}]["value"]`))
    return {}
  }),

  updateSubscriptionProperty: route(updateSubscriptionProperty, async (call) => {
    await call.transact((tx) => changeSubscriptions(tx, [call.params], () => 'value'))
    return {}
  }),

  getSubscriptionStatus: route(getSubscriptionStatus, ({ actor, params }) => {
    const user = requireActiveUser(actor, params.user_id)
    const channel = requireActiveChannel(actor, params.stream_id)
    return { is_subscribed: actor.realm.memberships.isSubscribed(user.id, channel.id) }
  }),

  getUserChannels: route(getUserChannels, ({ actor, params }) => {
    const { realm, user: caller } = actor
    const user = requireActiveUser(actor, params.user_id)
    const shown = [...realm.channels.values()].filter(
      (channel) =>
        realm.memberships.isSubscribed(user.id, channel.id) &&
        !channel.isArchived &&
        hasMetadataAccess(realm, caller, channel),
    )
    return { subscribed_channel_ids: shown.map((channel) => channel.id) }
  }),
}

type UpdateCall = Call<typeof updateSubscriptions>

async function subscribeTo(call: UpdateCall): Promise<SubscribeOutcome> {
  const { actor, params } = call
  const site = call.ctx.siteOf(actor.realm)
  const channels: ChannelRequest[] = []
  for (const [index, { name, description }] of params.add.entries())
    channels.push(await describeChannel(call, site, { name, description }, `add[${index}]["description"]`))
  const request = {
    channels,
    principals: undefined,
    errorsAreFatal: true,
    wantsNotices: true,
    announces: false,
    options: PLAIN_CHANNEL,
  }
  const outcome = await subscribe((work) => call.transact(work), actor, request)
  await setColors({ actor, transact: (work) => call.transact(work) }, params.add, outcome)
  return outcome
}
