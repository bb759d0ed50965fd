import { atMost, figure } from '../figure.ts'
import type { Scenario } from '../scenario.ts'
import { isReadable, type Reader, withReader } from '../web/reader.ts'

const MAX_MILLISECONDS = 1_500
const REGISTER_DELAY = 5_000

export const opening: Scenario = {
  id: 'W2',
  title: 'from the address of a topic to its messages with a cold cache, and when register takes 5 s more',
  run: (bench) =>
    withReader(bench, async (reader) => {
      await timeToRead(reader, 0)
      const plain: number[] = []
      const delayed: number[] = []
      for (let round = 0; round < bench.rounds; round += 1) {
        plain.push(await timeToRead(reader, 0))
        delayed.push(await timeToRead(reader, REGISTER_DELAY))
      }
      const target = atMost(MAX_MILLISECONDS)
      return [
        figure({ scenario: 'W2', name: 'address to messages', unit: 'ms', measured: plain, target }),
        figure({ scenario: 'W2', name: 'with a late register', unit: 'ms', measured: delayed, target }),
      ]
    }),
}

async function timeToRead({ proxy, topics, open }: Reader, registerDelay: number): Promise<number> {
  proxy.registerDelay = registerDelay
  const { page, context } = await open()
  const start = performance.now()
  await page.goto(`${proxy.url}/${topics[0]}`, { waitUntil: 'commit' })
  await isReadable(page)
  const milliseconds = performance.now() - start
  await context.close()
  proxy.registerDelay = 0
  return milliseconds
}
