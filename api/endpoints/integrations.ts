import * as z from 'zod'
import { endpoint, flag, json } from '../contract.ts'

const Events = json(z.array(z.string().max(100)).max(100))

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/external/{integration}',
  id: 'receive-webhook',
  group: 'Bots',
  summary: 'Receive a webhook of another service',
  description:
    'Turns what another service sends into a message of the bot, in a channel or directly to its owner. Only bots can. Nothing is sent for events that the address leaves out or that are not worth a message.',
  auth: 'user',
  webhookBots: true,
  keyInQuery: true,
  params: {
    integration: z
      .string()
      .describe('The name of the integration. Register lists all of them in `realm_incoming_webhook_bots`.'),
    api_key: z.string().optional().describe('The API key of the bot, if there is no Basic authentication.'),
    payload: z
      .string()
      .describe('What the service sends, as JSON. It is the whole body, or a field of a form with this name.'),
    stream: z
      .string()
      .optional()
      .describe('The name or the id of the channel. Without it the owner of the bot gets a direct message.'),
    topic: z.string().optional().describe('The topic, instead of the one that the integration chooses.'),
    only_events: Events.optional().describe('Only these events. A `*` at the end stands for any rest of the name.'),
    exclude_events: Events.optional().describe('All events but these. A `*` at the end stands for any rest.'),
    ignore_private_repositories: flag(false).describe('Leave out private repositories of code hosts.'),
  },
  bodyParam: 'payload',
  headers: {
    'X-GitHub-Event': 'The event, for the integration `github`.',
    'Sentry-Hook-Resource': 'The event, for the integration `sentry`.',
    'Idempotency-Key': 'The same key with the same content is the same message, however often it is sent.',
  },
  result: {},
  errors: [
    'PERMISSION_DENIED',
    'INVALID_JSON',
    'MISSING_HTTP_EVENT_HEADER',
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    'ANOMALOUS_WEBHOOK_PAYLOAD',
    'STREAM_DOES_NOT_EXIST',
  ],
  badRequests: ['There is no integration of this name (404).', 'The bot is not allowed to post there.'],
  emits: ['message', 'user_topic', 'muted_topics', 'attachment', 'realm_user', 'user_status'],
})
