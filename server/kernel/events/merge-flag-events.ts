interface FlagEvent {
  id: number
  op: 'add' | 'remove'
  flag: string
  messages: number[]
  all: boolean
}

/** Events that are merged into the newest one. Their messages are concatenated once, at the end. */
interface MergedEvents {
  readonly newest: FlagEvent
  readonly messages: number[][]
  readonly place: number
}

/**
 * Merges waiting flag events with the same flag and operation into one, with the newest id and all messages. A removal
 * of `read` has its own details and stays separate.
 */
export function mergeFlagEvents(events: readonly { type: string; json: string }[]): string[] {
  if (events.filter((event) => event.type === 'update_message_flags').length < 2)
    return events.map((event) => event.json)
  const places: (string | MergedEvents | null)[] = []
  // Only the newest event of a flag may be merged: an event must not move past its opposite.
  const lastOf = new Map<string, MergedEvents>()
  for (const { type, json } of events) {
    if (type !== 'update_message_flags') {
      places.push(json)
      continue
    }
    const newest = JSON.parse(json) as FlagEvent
    const earlier = lastOf.get(newest.flag)
    const messages = earlier && canMerge(earlier.newest, newest) ? leave(places, earlier) : []
    messages.push(newest.messages)
    const joined = { newest, messages, place: places.length }
    places.push(joined)
    lastOf.set(newest.flag, joined)
  }
  return places.filter((place) => place !== null).map((place) => (typeof place === 'string' ? place : write(place)))
}

/** Empties the event's place and returns its messages, which move to a later event. */
function leave(places: (string | MergedEvents | null)[], { place, messages }: MergedEvents): number[][] {
  places[place] = null
  return messages
}

const write = ({ newest, messages }: MergedEvents): string => JSON.stringify({ ...newest, messages: messages.flat() })

const canMerge = (a: FlagEvent, b: FlagEvent): boolean =>
  a.op === b.op && a.all === b.all && !(a.flag === 'read' && a.op === 'remove')
