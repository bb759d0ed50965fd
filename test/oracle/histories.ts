import fc from 'fast-check'
import { type Calls, CHANNELS, type Operation, PEOPLE, PROTECTED, TOPICS } from './history.ts'

const person = fc.nat({ max: PEOPLE - 1 })
const channel = fc.nat({ max: CHANNELS.length - 1 })

const rarely = fc.nat({ max: 5 }).map((n) => n === 5)

const calls: fc.Arbitrary<Calls> = fc.record({
  people: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(person, { maxLength: 2 }) },
  ),
  group: rarely,
  everybody: rarely,
  topic: rarely,
  word: fc.boolean(),
})

const send: fc.Arbitrary<Operation> = fc.record({
  do: fc.constant('send' as const),
  by: person,
  channel,
  topic: fc.nat({ max: TOPICS.length - 1 }),
  calls,
  readBySender: fc.boolean(),
})

const direct: fc.Arbitrary<Operation> = fc.record({
  do: fc.constant('direct' as const),
  by: person,
  to: fc.uniqueArray(person, { minLength: 1, maxLength: 3 }),
  calls,
  readBySender: fc.boolean(),
})

const inChannel = (word: 'subscribe' | 'unsubscribe'): fc.Arbitrary<Operation> =>
  fc.record({ do: fc.constant(word), who: person, channel })

const account = (word: 'deactivate' | 'reactivate'): fc.Arbitrary<Operation> =>
  fc.record({ do: fc.constant(word), who: person })

const flag: fc.Arbitrary<Operation> = fc.record({
  do: fc.constant('flag' as const),
  who: person,
  flag: fc.constantFrom('read' as const, 'starred' as const),
  op: fc.constantFrom('add' as const, 'remove' as const),
  messages: fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 6 }),
})

const message = fc.nat({ max: 1_000 })

const move: fc.Arbitrary<Operation> = fc.record({
  do: fc.constant('move' as const),
  by: person,
  message,
  mode: fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const),
  topic: fc.option(fc.nat({ max: TOPICS.length - 1 }), { freq: 2, nil: null }),
  channel: fc.option(channel, { freq: 3, nil: null }),
})

// Their author is the sender of the message, which is known only when they run.
const edit: fc.Arbitrary<Operation> = fc.record({ do: fc.constant('edit' as const), by: person, message, calls })
const deletion: fc.Arbitrary<Operation> = fc.record({ do: fc.constant('delete' as const), by: person, message })

const muting = (word: 'mute' | 'unmute'): fc.Arbitrary<Operation> =>
  fc.record({ do: fc.constant(word), who: person, whom: person })

const alert: fc.Arbitrary<Operation> = fc.record({ do: fc.constant('alert' as const), who: person, isOn: fc.boolean() })

const operation = fc.oneof(
  { weight: 10, arbitrary: send },
  { weight: 3, arbitrary: direct },
  { weight: 4, arbitrary: inChannel('subscribe') },
  { weight: 2, arbitrary: inChannel('unsubscribe') },
  { weight: 1, arbitrary: account('deactivate') },
  { weight: 2, arbitrary: account('reactivate') },
  { weight: 5, arbitrary: flag },
  { weight: 9, arbitrary: move },
  { weight: 3, arbitrary: edit },
  { weight: 1, arbitrary: deletion },
  { weight: 1, arbitrary: muting('mute') },
  { weight: 1, arbitrary: muting('unmute') },
  { weight: 3, arbitrary: alert },
)

/** Some people are in some channels from the start. Operations that are not possible at their place are skipped. */
export const histories: fc.Arbitrary<Operation[]> = fc
  .tuple(
    fc.array(inChannel('subscribe'), { minLength: 2, maxLength: 8 }),
    fc.array(operation, { minLength: 15, maxLength: 45, size: 'max' }),
  )
  .map(([start, rest]) => [...start, ...rest])

type Feature = (ran: readonly Operation[]) => boolean

const did =
  (...words: Operation['do'][]): Feature =>
  (ran) =>
    ran.some((one) => words.includes(one.do))

/** What histories should have, and the least share of them that must have it. */
const FEATURES: Readonly<Record<string, readonly [least: number, has: Feature]>> = {
  'a deactivation': [0.1, did('deactivate')],
  'a protected channel': [0.1, (ran) => ran.some((one) => one.do === 'send' && one.channel === PROTECTED)],
  'a mention': [0.5, (ran) => ran.some((one) => 'calls' in one && one.calls.people.length > 0)],
  'a move': [0.1, did('move')],
  'a move to another channel': [0.1, (ran) => ran.some((one) => one.do === 'move' && one.channel !== null)],
  'an edit': [0.1, did('edit')],
  'a deletion': [0.1, did('delete')],
  'a muted person': [0.1, did('mute')],
  'an alert word': [0.1, (ran) => ran.some((one) => 'calls' in one && one.calls.word) && did('alert')(ran)],
}

/** Counts the features of the histories that ran. */
export class Coverage {
  #histories = 0
  readonly #counts = new Map<string, number>()

  count(ran: readonly Operation[]): void {
    this.#histories += 1
    for (const [name, [, has]] of Object.entries(FEATURES))
      if (has(ran)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  #share(name: string): number {
    return this.#histories === 0 ? 0 : (this.#counts.get(name) ?? 0) / this.#histories
  }

  /** Features that too few histories had. */
  get rare(): string[] {
    return Object.entries(FEATURES).flatMap(([name, [least]]) => (this.#share(name) < least ? [name] : []))
  }

  toString(): string {
    const shares = Object.keys(FEATURES).map((name) => `${Math.round(this.#share(name) * 100)} % with ${name}`)
    return `${this.#histories} histories: ${shares.join(', ')}`
  }
}
