import { receiveWebhook } from '../../../api/endpoints/integrations.ts'
import { ApiError, missingParameter } from '../../../api/errors.ts'
import { route } from '../../kernel/http/route.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { sendForCaller } from '../../messages/sending/send-for-caller.ts'
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
    await sendForCaller(call, { ...to, content: notice.content }, request.header('idempotency-key'))
    return {}
  }),
}

/** Somebody who has mistyped the name sees it where their service shows the answer. */
const noSuchIntegration = (): ApiError => {
  const names = INTEGRATIONS.map(({ name }) => name).sort()
  const msg = `There is no integration with this name. These exist: ${names.join(', ')}.`
  return new ApiError('BAD_REQUEST', msg, { status: 404 })
}

const toChannel = (to: string, topic: string) => ({ type: 'channel', to, topic }) as const

function toOwner({ botOwnerId }: User) {
  if (botOwnerId === null) throw missingParameter('stream')
  return { type: 'direct', to: JSON.stringify([botOwnerId]) } as const
}
