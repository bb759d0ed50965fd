interface FlagEvent {
  id: number
  op: 'add' | 'remove'
  flag: string
  messages: number[]
  all: boolean
}

/**
 * Flag events of the same flag and operation that wait together become one: messages joined, at the newest id.
 * A removal of `read` keeps its own details and stays alone.
 */
export function mergeFlagEvents(events: readonly { type: string; json: string }[]): string[] {
  if (events.filter((event) => event.type === 'update_message_flags').length < 2)
    return events.map((event) => event.json)
  const merged: (string | FlagEvent)[] = []
  for (const { type, json } of events) {
    if (type !== 'update_message_flags') {
      merged.push(json)
      continue
    }
    const event = JSON.parse(json) as FlagEvent
    // Only the newest event of the flag may be joined: one may not jump over its opposite.
    const earlier = merged.findLastIndex((other) => typeof other !== 'string' && other.flag === event.flag)
    const old = merged[earlier] as FlagEvent | undefined
    if (old && canMerge(old, event)) {
      merged.splice(earlier, 1)
      event.messages = [...old.messages, ...event.messages]
    }
    merged.push(event)
  }
  return merged.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)))
}

const canMerge = (a: FlagEvent, b: FlagEvent): boolean =>
  a.flag === b.flag && a.op === b.op && a.all === b.all && !(a.flag === 'read' && a.op === 'remove')
