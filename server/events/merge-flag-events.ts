interface FlagEvent {
  id: number
  op: 'add' | 'remove'
  flag: string
  messages: number[]
  all: boolean
}

/** Some events that become one: the newest of them, with the messages of all, which are put together only once. */
interface Joined {
  readonly newest: FlagEvent
  messages: number[][]
  readonly place: number
}

/**
 * Flag events of the same flag and operation that wait together become one: messages joined, at the newest id.
 * A removal of `read` keeps its own details and stays alone.
 */
export function mergeFlagEvents(events: readonly { type: string; json: string }[]): string[] {
  if (events.filter((event) => event.type === 'update_message_flags').length < 2)
    return events.map((event) => event.json)
  const places: (string | Joined | null)[] = []
  // Only the newest event of the flag may be joined: one may not jump over its opposite.
  const newestOf = new Map<string, Joined>()
  for (const { type, json } of events) {
    if (type !== 'update_message_flags') {
      places.push(json)
      continue
    }
    const event = JSON.parse(json) as FlagEvent
    const joined: Joined = { newest: event, messages: [event.messages], place: places.length }
    const earlier = newestOf.get(event.flag)
    if (earlier && canMerge(earlier.newest, event)) {
      places[earlier.place] = null
      // The list of lists goes on to the next, so that no id is copied for each event that follows.
      earlier.messages.push(event.messages)
      joined.messages = earlier.messages
    }
    newestOf.set(event.flag, joined)
    places.push(joined)
  }
  return places.filter((place) => place !== null).map((place) => (typeof place === 'string' ? place : write(place)))
}

const write = ({ newest, messages }: Joined): string => JSON.stringify({ ...newest, messages: messages.flat() })

const canMerge = (a: FlagEvent, b: FlagEvent): boolean =>
  a.flag === b.flag && a.op === b.op && a.all === b.all && !(a.flag === 'read' && a.op === 'remove')
