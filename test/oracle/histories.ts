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

const operation = fc.oneof(
  { weight: 10, arbitrary: send },
  { weight: 3, arbitrary: direct },
  { weight: 4, arbitrary: inChannel('subscribe') },
  { weight: 2, arbitrary: inChannel('unsubscribe') },
  { weight: 1, arbitrary: account('deactivate') },
  { weight: 2, arbitrary: account('reactivate') },
  { weight: 5, arbitrary: flag },
)

/** Some people are in some channels from the start. Operations that are not possible at their place are skipped. */
export const histories: fc.Arbitrary<Operation[]> = fc
  .tuple(
    fc.array(inChannel('subscribe'), { minLength: 2, maxLength: 8 }),
    fc.array(operation, { minLength: 5, maxLength: 45, size: 'max' }),
  )
  .map(([start, rest]) => [...start, ...rest])

/** Counts the features of the histories that ran. */
export class Coverage {
  histories = 0
  withDeactivation = 0
  withProtected = 0
  withMention = 0

  count(ran: readonly Operation[]): void {
    this.histories += 1
    if (ran.some((one) => one.do === 'deactivate')) this.withDeactivation += 1
    if (ran.some((one) => one.do === 'send' && one.channel === PROTECTED)) this.withProtected += 1
    if (ran.some((one) => 'calls' in one && one.calls.people.length > 0)) this.withMention += 1
  }

  share(count: number): number {
    return this.histories === 0 ? 0 : count / this.histories
  }

  toString(): string {
    const percent = (count: number) => `${Math.round(this.share(count) * 100)} %`
    return `${this.histories} histories: ${percent(this.withDeactivation)} with a deactivation, ${percent(this.withProtected)} with a protected channel, ${percent(this.withMention)} with a mention`
  }
}
