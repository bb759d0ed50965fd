import { atMost, type Figure, figure } from '../figure.ts'
import type { Connection } from '../http/connection.ts'
import { get, type Person, patch, post } from '../http/requests.ts'
import { bodyOf, timeOf } from '../http/success.ts'
import type { Bench, DataSet } from '../scenario.ts'
import { median, ratios } from '../statistics.ts'

const MESSAGES = 100
const REQUESTS = 15
const MOVES = [1, 48]
const MAX_RATIO = 1.5
const READER = 150

interface MovedTopic {
  readonly moves: number
  readonly request: string
}

interface MoveSetup {
  readonly scenario: string
  readonly mover: Person
  readonly sender: Person
  readonly reader: Person
  /** The two channels between which it is moved. */
  readonly here: number
  readonly there: number
}

/** In the two largest channels. */
export function movingIn({ users, channels }: DataSet): MoveSetup {
  const [here, there] = channels.toSorted((a, b) => b.subscribers - a.subscribers).map(({ id }) => id)
  const [mover, sender, reader] = [users[0]!, users[1]!, users[READER]!]
  return { scenario: 'B6', mover, sender, reader, here: here!, there: there! }
}

/** A topic that was moved between channels ÷ one that never was. */
export async function measureMoved(bench: Bench, connection: Connection, data: MoveSetup): Promise<Figure[]> {
  const unmoved = await makeTopic(connection, data, 0)
  const figures: Figure[] = []
  for (const moves of MOVES) {
    const moved = await makeTopic(connection, data, moves)
    const [measured, floor] = await inTurn(bench, connection, moved, unmoved)
    const name = `a topic that was moved ${moves} times ÷ one that was not`
    const ratio = ratios(measured, floor)
    figures.push(
      figure({ scenario: data.scenario, name, unit: 'ms', measured, floor, ratio, target: atMost(MAX_RATIO) }),
    )
  }
  return figures
}

/** Makes a topic with messages that was moved `moves` times. */
export async function makeTopic(connection: Connection, data: MoveSetup, moves: number): Promise<MovedTopic> {
  const { mover, sender, reader, here, there } = data
  const topic = `moved ${moves} times`
  let last = 0
  for (let n = 0; n < MESSAGES; n += 1) {
    const say = { type: 'channel', to: here, topic, content: `Message ${n}` }
    last = (JSON.parse((await bodyOf(connection, post(sender, '/messages', say))).toString()) as { id: number }).id
  }
  for (let n = 0; n < moves; n += 1) {
    await bodyOf(
      connection,
      patch(mover, `/messages/${last}`, {
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
        send_notification_to_old_thread: false,
        stream_id: n % 2 === 0 ? there : here,
      }),
    )
  }
  // With `is:`, only messages that the reader received are found, so the moves count.
  const narrow = [
    { operator: 'channel', operand: moves % 2 === 0 ? here : there },
    { operator: 'topic', operand: topic },
    { operator: 'is', operand: 'starred', negated: true },
  ]
  const around = { anchor: 'newest', num_before: MESSAGES, num_after: 0, narrow: JSON.stringify(narrow) }
  return { moves, request: get(reader, '/messages', around) }
}

async function inTurn(
  bench: Bench,
  connection: Connection,
  moved: MovedTopic,
  unmoved: MovedTopic,
): Promise<[number[], number[]]> {
  const measured: number[] = []
  const floor: number[] = []
  for (let round = 0; round < bench.rounds; round += 1) {
    const times = { moved: [] as number[], unmoved: [] as number[] }
    for (let n = 0; n < REQUESTS; n += 1) {
      times.moved.push(await timeOf(connection, moved.request))
      times.unmoved.push(await timeOf(connection, unmoved.request))
    }
    measured.push(median(times.moved))
    floor.push(median(times.unmoved))
  }
  return [measured, floor]
}
