import { atMost, type Figure, figure } from '../../figure.ts'
import { startBareServer } from '../../floor/bare-process.ts'
import { Connection } from '../../http/connection.ts'
import type { Bench, Scenario } from '../../scenario.ts'
import { median, ratios } from '../../statistics.ts'
import { measureMoved } from '../moved-topics.ts'
import { everydayKinds, type Kind } from './everyday-requests.ts'
import { openOrganization, timed } from './measured-organization.ts'

const PEOPLE = 1_000
const CHANNELS = 200
const CHANNELS_EACH = 20
const REQUESTS = 7
const MAX_UPLOAD_RATIO = 4
/** A small number with `--size S`, to try it. */
const MESSAGES = { S: 2_000, M: 100_000 } as const

export const everyday: Scenario = {
  id: 'B13',
  title: `everyday requests of one person among ${PEOPLE} people and ${CHANNELS} channels ÷ bare node:http with the same bytes; moved topics ÷ unmoved ones`,
  onlyWhenNamed: true,
  async run(bench) {
    const size = { people: PEOPLE, channels: CHANNELS, channelsEach: CHANNELS_EACH, messages: MESSAGES[bench.size] }
    const { who, connect, close } = await openOrganization(bench, size)
    const bare = await startBareServer()
    try {
      const [connection, floor] = [await connect(), await Connection.open(bare.port)]
      const figures: Figure[] = []
      for (const kind of everydayKinds(who)) figures.push(await measure(bench, connection, floor, kind))
      floor.close()
      const { person, channels } = who
      const [here, there] = channels as [number, number]
      const moved = { scenario: 'B13', mover: person, sender: person, reader: person, here, there }
      figures.push(...(await measureMoved(bench, connection, moved)))
      connection.close()
      return figures
    } finally {
      bare.stop()
      await close()
    }
  },
}

/** The same bytes in both directions. */
function floorRequest(request: Buffer, answerBytes: number, isFile: boolean): Buffer {
  const end = request.indexOf('\r\n\r\n')
  const body = request.subarray(end + 4)
  const path = isFile ? '/file' : `/bytes?${answerBytes}`
  const padding = 'x'.repeat(Math.max(0, end - path.length - 60))
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Head: ${padding}\r\nContent-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

async function measure(bench: Bench, connection: Connection, bare: Connection, kind: Kind): Promise<Figure> {
  bench.say(kind.name)
  const rounds = { measured: [] as number[], floor: [] as number[] }
  for (let round = -1; round < bench.rounds; round += 1) {
    const times = { measured: [] as number[], floor: [] as number[] }
    for (let n = 0; n < REQUESTS; n += 1) {
      await kind.prepare?.(connection)
      const request = Buffer.from(kind.request())
      const [milliseconds, bytes] = await timed(connection, request)
      times.measured.push(milliseconds)
      times.floor.push((await timed(bare, floorRequest(request, bytes, kind.isFile ?? false)))[0])
    }
    if (round < 0) continue
    rounds.measured.push(median(times.measured))
    rounds.floor.push(median(times.floor))
  }
  const ratio = ratios(rounds.measured, rounds.floor)
  const target = kind.isFile ? { target: atMost(MAX_UPLOAD_RATIO) } : {}
  return figure({ scenario: 'B13', name: kind.name, unit: 'ms', ...rounds, ratio, ...target })
}
