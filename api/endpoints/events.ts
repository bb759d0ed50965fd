import * as z from 'zod'
import { defaulting, endpoint, json } from '../contract.ts'
import { Event } from '../events/index.ts'
import { ClientCapabilities } from '../objects/client-capabilities.ts'
import { EventNarrow } from '../objects/narrow.ts'
import { registerShape } from '../objects/register-state.ts'
import { WholeNumber } from '../objects/whole-number.ts'

const types = json(z.array(z.string()).max(1000).nullable()).optional()

const registerParams = {
  apply_markdown: json(z.boolean()).default(false),
  // True with an account, false without one.
  client_gravatar: json(z.boolean()).optional(),
  include_subscribers: z.enum(['true', 'false', 'partial']).default('false'),
  slim_presence: json(z.boolean()).default(false),
  presence_history_limit_days: json(z.int().min(0)).default(14),
  event_types: types,
  // A bot has its own defaults for these two.
  all_public_streams: defaulting(json(z.boolean()), false),
  client_capabilities: json(ClientCapabilities).optional(),
  fetch_event_types: types,
  narrow: defaulting(json(EventNarrow), []),
  // What is too large is cut, not refused.
  idle_queue_timeout: json(
    z.union([WholeNumber.min(1, 'idle_queue_timeout["constrained-int"] is too small'), z.literal('mobile')]),
  ).optional(),
}

export const registerQueue = endpoint({
  method: 'POST',
  path: '/register',
  id: 'register-queue',
  summary: 'Register an event queue and get the state its events continue',
  auth: 'optional',
  params: registerParams,
  result: registerShape,
  errors: [],
  weight: (_params, people) => (people > 2_000 ? 10 : 5),
})

export const getEvents = endpoint({
  method: 'GET',
  path: '/events',
  id: 'get-events',
  summary: 'Wait for events; without a queue id a queue is registered',
  auth: 'user',
  params: {
    queue_id: z.string().optional(),
    last_event_id: json(WholeNumber).optional(),
    dont_block: json(z.boolean()).default(false),
    ...registerParams,
  },
  result: {
    queue_id: z.string(),
    events: z.array(Event),
    /** These two only when the call registered the queue. */
    last_event_id: z.int().optional(),
    idle_queue_timeout_secs: z.int().optional(),
  },
  errors: ['BAD_EVENT_QUEUE_ID'],
})

export const deleteQueue = endpoint({
  method: 'DELETE',
  path: '/events',
  id: 'delete-queue',
  summary: 'Give an event queue back',
  auth: 'user',
  params: { queue_id: z.string() },
  result: {},
  errors: ['BAD_EVENT_QUEUE_ID'],
})
