import { getStreams, subscribe as subscribeEndpoint } from '../../api/endpoints/channels.ts'
import { ApiError, badRequest } from '../../api/errors.ts'
import { CHANNEL_PERMISSIONS } from '../../api/objects/channel.ts'
import { type Call, route } from '../http/route.ts'
import { renderContent } from '../messages/rendering/render-content.ts'
import { isAdministrator } from '../realm-state/user.ts'
import { checkDescription } from './channel-name.ts'
import type { WantedChannel } from './create-channel.ts'
import { listChannels } from './list-channels.ts'
import { subscribe } from './subscribe.ts'

export const channelRoutes = {
  subscribe: route(subscribeEndpoint, async (call) => {
    const { actor, params } = call
    // There are no folders yet, so none can be named.
    if (params.folder_id !== undefined) throw badRequest('Invalid channel folder ID')
    const groupSettings = Object.fromEntries(CHANNEL_PERMISSIONS.map((name) => [name, params[name]]))
    // One after the other: there may be thousands, and each may need the database.
    const channels: WantedChannel[] = []
    for (const [index, wanted] of params.subscriptions.entries())
      channels.push(await withDescription(call, wanted, `subscriptions[${index}]["description"]`))
    const request = {
      channels,
      principals: params.principals,
      errorsAreFatal: params.authorization_errors_fatal,
      announces: params.announce,
      wantsNotices: params.send_new_subscription_messages,
      options: {
        inviteOnly: params.invite_only,
        isWebPublic: params.is_web_public,
        isDefault: params.is_default_stream,
        historyPublic: params.history_public_to_subscribers,
        messageRetentionDays: retentionDays(params.message_retention_days),
        defaultPushNotifications: params.default_push_notifications ?? false,
        topicsPolicy: params.topics_policy,
        groupSettings,
      },
    }
    const outcome = await subscribe((work) => call.transact(work), actor, request)
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
}

async function withDescription(
  call: Call<typeof subscribeEndpoint>,
  { name, description: text = '' }: { name: string; description?: string | undefined },
  parameter: string,
): Promise<WantedChannel> {
  const { ctx, actor } = call
  const description = checkDescription(text, parameter)
  const { html } = await renderContent(call, actor, ctx.addressOf(actor.realm), description)
  return { name, description, renderedDescription: html }
}

/** What a column of the database holds. */
const MOST_DAYS = 2 ** 31 - 1

/** Undefined: not asked for. Null: as the organization. -1: for ever. */
function retentionDays(value: string | number | undefined): number | null | undefined {
  if (value === undefined) return undefined
  if (value === 'realm_default') return null
  if (value === 'unlimited') return -1
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0 || value > MOST_DAYS) {
    const data = { var_name: 'message_retention_days', bad_value: value }
    throw new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for 'message_retention_days': ${value}`, { data })
  }
  return value
}
