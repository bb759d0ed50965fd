import { registerQueue } from '../../api/endpoints/events.ts'
import type { Event } from '../../api/events/index.ts'
import { createClient } from '../../client/client.ts'
import { apply, fromRegister, type Model } from '../../client/model/model.ts'
import { atMost, figure } from '../figure.ts'
import type { Person } from '../http/requests.ts'
import type { Scenario } from '../scenario.ts'

const MAX_MILLISECONDS_PER_MESSAGE = 1
const MAX_MILLISECONDS_PER_EVENT = 20
const MESSAGES = 200
const MARKED = 500

/** A topic with unread messages, as register says it. */
interface Place {
  stream_id: number
  topic: string
  unread_message_ids: number[]
}

/** What an event costs the web app, which holds the state of register and what is unread. */
export const events: Scenario = {
  id: 'W7',
  title: 'applying an event to the state of a person with thousands of unread messages',
  async run(bench) {
    const { users } = await bench.mediumData()
    const server = await bench.runningServer()
    const { email, api_key: apiKey } = users[1] as Person
    const client = createClient({ url: server.url, email, apiKey })
    const state = await client.call(registerQueue, { client_gravatar: false, slim_presence: true })
    // The model keeps what is unread in a form of its own, and drops what register said.
    const unread = state.unread_msgs!.streams
    const model = fromRegister(state, { includeSubscribers: 'false', clientGravatar: false, slimPresence: true })
    const line = { scenario: 'W7', unit: 'ms' }
    const message = measured(model, messageEvents(model, unread))
    const others = Object.entries(otherEvents(model, unread)).map(([name, event]) =>
      figure({ ...line, name, measured: measured(model, [event]), target: atMost(MAX_MILLISECONDS_PER_EVENT) }),
    )
    return [
      figure({ ...line, name: 'a message', measured: message, target: atMost(MAX_MILLISECONDS_PER_MESSAGE) }),
      ...others,
    ]
  },
}

const measured = (model: Model, all: readonly Event[]): number[] =>
  all.map((event) => {
    const start = performance.now()
    apply(model, event)
    return performance.now() - start
  })

const asEvent = (fields: Record<string, unknown>): Event => ({ id: 0, ...fields }) as unknown as Event

function messageEvents({ state }: Model, places: readonly Place[]): Event[] {
  const newest = state.max_message_id ?? 0
  return Array.from({ length: MESSAGES }, (_, n) => {
    const { stream_id, topic } = places[n % places.length]!
    const message = { id: newest + n + 1, type: 'stream', stream_id, subject: topic, sender_id: 1, content: '' }
    return asEvent({ type: 'message', flags: [], message })
  })
}

/** The largest of each kind that the data set allows. */
function otherEvents({ state }: Model, places: readonly Place[]): Record<string, Event> {
  const byCount = places.toSorted((a, b) => b.unread_message_ids.length - a.unread_message_ids.length)
  const largest = byCount[0]!
  const ids = byCount.flatMap(({ unread_message_ids }) => unread_message_ids)
  const person = state.realm_users![0]!
  return {
    'a topic that moves': asEvent({
      type: 'update_message',
      flags: [],
      message_id: largest.unread_message_ids[0],
      message_ids: largest.unread_message_ids,
      stream_id: largest.stream_id,
      orig_subject: largest.topic,
      subject: `${largest.topic}, moved`,
      propagate_mode: 'change_all',
      rendering_only: false,
    }),
    'many marked as read': asEvent({
      type: 'update_message_flags',
      op: 'add',
      flag: 'read',
      all: false,
      messages: ids.slice(-MARKED),
    }),
    'a new name': asEvent({
      type: 'realm_user',
      op: 'update',
      person: { user_id: person.user_id, full_name: 'Somebody Else' },
    }),
    'somebody active': asEvent({ type: 'presence', presences: { [person.user_id]: { active_timestamp: 1 } } }),
  }
}
