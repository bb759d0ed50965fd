import { expect } from 'vitest'
import type { ArgsOf } from '../api/contract.ts'
import { getEvents, registerQueue } from '../api/endpoints/events.ts'
import type { Event } from '../api/events/index.ts'
import type { RegisterState } from '../api/objects/register-state.ts'
import type { Client } from '../client/client.ts'
import { apply, fromRegister, toRegister } from '../client/model/model.ts'

/** The clock of a test may advance by days while a queue is open. */
const A_WEEK = { idle_queue_timeout: 604_800 }

/** Two kinds of clients: one with all capabilities, and one with none. */
const NEW = 'a new client'
const CLIENTS: Readonly<Record<string, ArgsOf<typeof registerQueue>>> = {
  [NEW]: {
    ...A_WEEK,
    apply_markdown: true,
    client_gravatar: true,
    include_subscribers: 'true',
    slim_presence: true,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      // Pictures disappear from the state with time alone, without an event.
      user_avatar_url_field_optional: false,
      stream_typing_notifications: true,
      user_settings_object: true,
      linkifier_url_template: true,
      user_list_incomplete: true,
      include_deactivated_groups: true,
      archived_channels: true,
      empty_topic_name: true,
      simplified_presence_events: true,
      individual_emoji_changes: true,
    },
  },
  'an old client': A_WEEK,
}

/** Fields of the state that no event can explain. */
const NEVER_EXPLAINED: Readonly<Record<string, string>> = {
  queue_id: 'every register creates a new queue',
  last_event_id: 'rows for other people advance the position without an event here',
  server_timestamp: 'it is the time of the answer',
}

/** A field of the state, with `*` for each member of a list, and the reason why events do not explain it. */
export type Exceptions = Readonly<Record<string, string>>

type Fields = Record<string, unknown>

interface Watcher {
  readonly name: string
  readonly client: Client
  readonly register: ArgsOf<typeof registerQueue>
  readonly before: RegisterState
}

/**
 * Checks that events explain the state. For every watcher, the state of register before the action, plus the following
 * events, must equal a new state after it. Returns the events of each watcher's new client.
 */
export async function explains(
  watchers: Readonly<Record<string, Client>>,
  action: () => Promise<unknown>,
  exceptions: Exceptions = {},
): Promise<Record<string, Event[]>> {
  const watching = await Promise.all(
    Object.entries(watchers).flatMap(([name, client]) =>
      Object.entries(CLIENTS).map(async ([kind, register]): Promise<Watcher & { person: string }> => {
        const before = await client.call(registerQueue, register)
        return { person: name, name: `${kind} of ${name}`, client, register, before }
      }),
    ),
  )
  await action()
  const told: Record<string, Event[]> = {}
  const unused = new Set(Object.keys(exceptions))
  const outcomes = await Promise.all(
    watching.map(async (watcher) => ({
      watcher,
      events: await eventsSince(watcher),
      after: await watcher.client.call(registerQueue, watcher.register),
    })),
  )
  for (const { watcher, events, after } of outcomes) {
    if (watcher.register === CLIENTS[NEW]) told[watcher.person] = events
    const {
      include_subscribers: includeSubscribers = 'false',
      client_gravatar: clientGravatar = true,
      slim_presence: slimPresence = false,
    } = watcher.register
    const model = fromRegister(watcher.before, { includeSubscribers, clientGravatar, slimPresence })
    for (const event of events) apply(model, event)
    compare(watcher.name, toRegister(model), after, exceptions, unused)
  }
  // An exception that is no longer needed would hide the next mistake.
  expect([...unused], 'exceptions that were not needed').toEqual([])
  return told
}

async function eventsSince({ client, before }: Watcher): Promise<Event[]> {
  const events: Event[] = []
  for (;;) {
    const { events: more } = await client.call(getEvents, {
      queue_id: before.queue_id!,
      last_event_id: events.at(-1)?.id ?? before.last_event_id,
      dont_block: true,
    })
    if (more.length === 0) return events
    events.push(...more)
  }
}

function compare(
  name: string,
  reached: RegisterState,
  after: RegisterState,
  exceptions: Exceptions,
  unused: Set<string>,
): void {
  const [left, right] = differing(reached, after)
  for (const path of Object.keys(exceptions)) {
    const differed = JSON.stringify(left) !== JSON.stringify(right)
    const [was, is] = [pick(left, path.split('.')), pick(right, path.split('.'))]
    if (differed && JSON.stringify(was) !== JSON.stringify(is)) unused.delete(path)
    drop([left, right], path.split('.'))
  }
  expect(left, `what ${name} knows after the events`).toEqual(right)
}

/** The fields that are not the same to the letter. Most of a large state is, and need not be looked at part by part. */
function differing(reached: RegisterState, after: RegisterState): [Fields, Fields] {
  const [left, right]: [Fields, Fields] = [{}, {}]
  for (const field of new Set([...Object.keys(reached), ...Object.keys(after)])) {
    if (field in NEVER_EXPLAINED) continue
    const [was, is] = [JSON.stringify((reached as Fields)[field]), JSON.stringify((after as Fields)[field])]
    if (was === is) continue
    if (was !== undefined) left[field] = JSON.parse(was)
    if (is !== undefined) right[field] = JSON.parse(is)
  }
  return [left, right]
}

function pick(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  if (key === '*') return Object.values(value).map((one) => pick(one, rest))
  return pick((value as Record<string, unknown>)[key], rest)
}

function drop(values: readonly unknown[], [key, ...rest]: readonly string[]): void {
  for (const value of values) {
    if (key === undefined || typeof value !== 'object' || value === null) continue
    if (key === '*') drop(Object.values(value), rest)
    else if (rest.length === 0) delete (value as Record<string, unknown>)[key]
    else drop([(value as Record<string, unknown>)[key]], rest)
  }
}
