import * as z from 'zod'
import { defaulting, endpoint, json } from '../contract.ts'
import { Event } from '../events/index.ts'
import { ClientCapabilities } from '../objects/client-capabilities.ts'
import { EventNarrow } from '../objects/narrow.ts'
import { registerShape } from '../objects/register-state.ts'
import { WholeNumber } from '../objects/whole-number.ts'

const types = json(z.array(z.string()).max(1000).nullable()).optional()

const registerParams = {
  apply_markdown: json(z.boolean()).default(false).describe('Send the content of messages as HTML.'),
  // True with an account, false without one.
  client_gravatar: json(z.boolean())
    .optional()
    .describe('The client computes pictures from email addresses. The default is true with an account, false without.'),
  include_subscribers: z
    .enum(['true', 'false', 'partial'])
    .default('false')
    .describe('Include the subscribers of channels. `partial` returns only some of them in large channels.'),
  slim_presence: json(z.boolean()).default(false).describe('Send presence by user id and in the short form.'),
  presence_history_limit_days: json(z.int().min(0))
    .default(14)
    .describe('Leave out the presence of people who were away for more days.'),
  event_types: types.describe(
    'The types of events that the queue receives. Without it, all. It also chooses the state, unless `fetch_event_types` is given.',
  ),
  // A bot has its own defaults for these two.
  all_public_streams: defaulting(json(z.boolean()), false).describe(
    'Send messages of all public channels, not only of subscribed ones. Guests cannot.',
  ),
  client_capabilities: json(ClientCapabilities).optional().describe('What the client can cope with.'),
  fetch_event_types: types.describe('The parts of the state to return, by event type. Without it, `event_types`.'),
  narrow: defaulting(json(EventNarrow), []).describe(
    'Only messages that match: pairs of operator (`channel`, `topic`, `sender`, `is`) and operand.',
  ),
  // What is too large is cut, not refused.
  idle_queue_timeout: json(
    z.union([WholeNumber.min(1, 'idle_queue_timeout["constrained-int"] is too small'), z.literal('mobile')]),
  )
    .optional()
    .describe(
      'After how many seconds without a request the queue ends: 600 without it, at most a week. `"mobile"` is twelve hours.',
    ),
}

export const registerQueue = endpoint({
  method: 'POST',
  path: '/register',
  id: 'register-queue',
  group: 'Events',
  summary: 'Register an event queue and get state',
  description:
    'Creates a queue of events and returns the state that its events continue. Without an account there is no queue, only the state that visitors can see.',
  auth: 'optional',
  params: registerParams,
  result: registerShape,
  errors: [],
  badRequests: [
    'A narrow has an operator that queues do not support.',
    'A guest asks for messages of all public channels.',
    'A visitor without an account asks for subscribers or `client_gravatar`.',
  ],
  weight: (_params, people) => (people > 2_000 ? 10 : 5),
})

export const getEvents = endpoint({
  method: 'GET',
  path: '/events',
  id: 'get-events',
  group: 'Events',
  summary: 'Wait for events',
  description:
    'Returns the events after `last_event_id`. If there is none, the request waits, and a `heartbeat` event ends the wait after about a minute. Without `queue_id` it registers a queue.',
  auth: 'user',
  params: {
    queue_id: z
      .string()
      .optional()
      .describe('The queue. Without it, a new queue is registered with the parameters below.'),
    last_event_id: json(WholeNumber)
      .optional()
      .describe('The newest event that the client has. Events up to it are removed from the queue.'),
    dont_block: json(z.boolean()).default(false).describe('Answer at once, even when there is no event.'),
    ...registerParams,
  },
  result: {
    queue_id: z.string().describe('The id of the queue.'),
    events: z.array(Event).describe('The events, the oldest first.'),
    last_event_id: z
      .int()
      .optional()
      .describe('The id to continue from. It is present when the call registered a queue.'),
    idle_queue_timeout_secs: z
      .int()
      .optional()
      .describe(
        'The queue ends after this number of seconds without a request. It is present when the call registered a queue.',
      ),
  },
  errors: ['BAD_EVENT_QUEUE_ID'],
  badRequests: ['`last_event_id` is older than what was acknowledged before, or newer than every event.'],
  isPoll: true,
  // A new queue is an ordinary request besides.
  weight: ({ queue_id: queueId }) => (queueId === undefined ? 2 : 1),
})

export const deleteQueue = endpoint({
  method: 'DELETE',
  path: '/events',
  id: 'delete-queue',
  group: 'Events',
  summary: 'Delete an event queue',
  description: 'Ends a queue of the caller. A request that waits for its events is answered.',
  auth: 'user',
  params: { queue_id: z.string().describe('The id of the queue.') },
  result: {},
  errors: ['BAD_EVENT_QUEUE_ID'],
})
