import type { CDPSession, Page } from 'playwright-core'
import { atMost, type Figure, figure } from '../figure.ts'
import type { Bench } from '../scenario.ts'
import { isReadable, withReader } from './reader.ts'

const PART = 0.95
const MAX_MILLISECONDS = 16

/** Types a text of keys and returns the milliseconds of the processor for each. */
export type TypeRound = (page: Page, session: CDPSession) => Promise<number[]>

/** The figure of a scenario that types in a topic. 95 in 100 keys take less. */
export const measureKeys = (bench: Bench, scenario: string, typeRound: TypeRound): Promise<Figure[]> =>
  withReader(bench, async ({ proxy, topics: [topic], open }) => {
    const { page, context } = await open()
    await page.goto(`${proxy.url}/${topic}`)
    await isReadable(page)
    await page.waitForFunction(() => document.title.includes(' · '))
    const session = await watchKeys(page)
    const measured: number[] = []
    // The first round loads code and data.
    await typeRound(page, session)
    for (let round = 0; round < bench.rounds; round += 1) measured.push(partOf(await typeRound(page, session)))
    await context.close()
    return [figure({ scenario, name: 'a key', unit: 'ms', measured, target: atMost(MAX_MILLISECONDS) })]
  })

/** Lets the browser count what its keys cost. */
async function watchKeys(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return session
}

const partOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * PART) - 1] ?? Number.NaN

type Metric = 'ThreadTime' | 'TaskDuration' | 'ScriptDuration'

/**
 * Until the frame after the key has been drawn. Durations include the time that other processes had, so the processor time
 * of the main thread is counted, in the part that scripts had in its tasks.
 */
export async function timeKey(page: Page, session: CDPSession, key: string): Promise<number> {
  const before = await metricsOf(session)
  await page.keyboard.press(key)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const after = await metricsOf(session)
  const spent = (name: Metric) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  return (spent('ThreadTime') * 1000 * spent('ScriptDuration')) / spent('TaskDuration')
}

async function metricsOf(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}
