import { receiveWebhook } from '../../../api/endpoints/integrations.ts'
import { ApiError, missingParameter } from '../../../api/errors.ts'
import { parseChannelRecipient } from '../../../api/objects/recipients.ts'
import { route } from '../../kernel/http/route.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { sendForCaller } from '../../messages/sending/send-for-caller.ts'
import type { SendTo } from '../../messages/sending/send-request.ts'
import { requireBot } from '../../people/bot-storage/access.ts'
import { INTEGRATIONS, integrationNamed } from './all.ts'
import { readDelivery } from './read-delivery.ts'

export const integrationRoutes = {
  receiveWebhook: route(receiveWebhook, async (call) => {
    const { actor, params, request } = call
    requireBot(actor.user)
    const integration = integrationNamed(params.integration)
    if (!integration) throw noSuchIntegration()
    const delivery = { payload: params.payload, header: request.header }
    const notice = readDelivery(integration, delivery, {
      only: params.only_events,
      exclude: params.exclude_events,
      ignorePrivate: params.ignore_private_repositories,
    })
    if (!notice) return {}
    const to =
      params.stream === undefined ? toOwner(actor.user) : toChannel(params.stream, params.topic ?? notice.topic)
    const marks = { idempotencyKey: request.header('idempotency-key') }
    await sendForCaller(call, { to, content: notice.content, marks })
    return {}
  }),
}

/** Somebody who has mistyped the name sees it where their service shows the answer. */
const noSuchIntegration = (): ApiError => {
  const names = INTEGRATIONS.map(({ name }) => name).sort()
  const msg = `There is no integration with this name. These exist: ${names.join(', ')}.`
  return new ApiError('BAD_REQUEST', msg, { status: 404 })
}

const toChannel = (stream: string, topic: string): SendTo => ({ channel: parseChannelRecipient(stream), topic })

function toOwner({ botOwnerId }: User): SendTo {
  if (botOwnerId === null) throw missingParameter('stream')
  return { userIds: [botOwnerId] }
}
