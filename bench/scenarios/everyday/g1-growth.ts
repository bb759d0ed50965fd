import type { ArchiveSize } from '../../archive.ts'
import { type Figure, figure } from '../../figure.ts'
import type { Bench, Scenario } from '../../scenario.ts'
import { median, ratios } from '../../statistics.ts'
import { makeTopic } from '../moved-topics.ts'
import { everydayKinds } from './everyday-requests.ts'
import { type MeasuredOrganization, openOrganization, timed } from './measured-organization.ts'

const TIMES = 10
const REQUESTS = 7
const BASE = { people: 1_000, channels: 200, channelsEach: 20 } as const
/** A small number with `--size S`, to try it. */
const MESSAGES = { S: 2_000, M: 50_000 } as const
const GROWING = ['people', 'channels', 'messages'] as const
const MEASURED = [
  'send to a channel',
  'send to a person',
  'fetch, everything',
  'fetch, first unread',
  'fetch, a topic',
  'fetch, mentions',
  'fetch, a rare word',
  'topics of a channel',
  'edit',
  'resolve a topic',
  'move 100 messages',
  'mark 20 as read',
  'register',
]

/** The small organization and the large one take turns, so that noise affects both equally. */
export const growth: Scenario = {
  id: 'G1',
  title: `requests in an organization with ${TIMES} × as many people, channels, messages or moves ÷ the same in the small one`,
  onlyWhenNamed: true,
  async run(bench) {
    const size: ArchiveSize = { ...BASE, messages: MESSAGES[bench.size] }
    const small = await openOrganization(bench, size)
    const figures: Figure[] = []
    try {
      for (const what of GROWING) {
        const large = await openOrganization(bench, { ...size, [what]: size[what] * TIMES })
        const turns = { small: await turnsOf(small), large: await turnsOf(large) }
        for (const name of MEASURED) {
          const [measured, floor] = [turns.large(name), turns.small(name)]
          figures.push(await inTurn(bench, `${name}, ${TIMES} × ${what}`, measured, floor))
        }
        await large.close()
      }
      figures.push(await measureMoves(bench, small))
      return figures
    } finally {
      await small.close()
    }
  },
}

type Turn = () => Promise<number>

/** Each turn returns the milliseconds of one request. */
async function inTurn(bench: Bench, name: string, measuredTurn: Turn, floorTurn: Turn): Promise<Figure> {
  const rounds = { measured: [] as number[], floor: [] as number[] }
  for (let round = -1; round < bench.rounds; round += 1) {
    const times = { measured: [] as number[], floor: [] as number[] }
    for (let n = 0; n < REQUESTS; n += 1) {
      times.measured.push(await measuredTurn())
      times.floor.push(await floorTurn())
    }
    if (round < 0) continue
    rounds.measured.push(median(times.measured))
    rounds.floor.push(median(times.floor))
  }
  return figure({ scenario: 'G1', name, unit: 'ms', ...rounds, ratio: ratios(rounds.measured, rounds.floor) })
}

/** The turns of an organization, by the name of the request. */
async function turnsOf({ who, connect }: MeasuredOrganization): Promise<(name: string) => Turn> {
  const connection = await connect()
  const kinds = everydayKinds(who)
  return (name) => {
    const kind = kinds.find((one) => one.name === name)!
    return async () => {
      await kind.prepare?.(connection)
      return (await timed(connection, kind.request()))[0]
    }
  }
}

/** A topic that was moved often ÷ one that was moved once. */
async function measureMoves(bench: Bench, { who, connect }: MeasuredOrganization): Promise<Figure> {
  const connection = await connect()
  const { person } = who
  const [here, there] = who.channels as [number, number]
  const moving = { scenario: 'G1', mover: person, sender: person, reader: person, here, there }
  const [once, often] = [await makeTopic(connection, moving, 1), await makeTopic(connection, moving, TIMES)]
  const turn =
    (request: string): Turn =>
    async () =>
      (await timed(connection, request))[0]
  return inTurn(bench, `fetch, a topic, ${TIMES} × moves`, turn(often.request), turn(once.request))
}
