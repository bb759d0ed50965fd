import type { CDPSession, Page } from 'playwright-core'
import { atMost, figure } from '../figure.ts'
import type { Scenario } from '../scenario.ts'
import { isReadable, withReader } from '../web/reader.ts'

const MOST_MILLISECONDS = 16
const PART = 0.95
/** Each begins a list of people, channels or emoji. Suggestions for a colon need two letters. */
const STARTS = ['@', '#', ':s']
/** They narrow the list and widen it again. */
const LETTERS = [
  'a',
  'e',
  'Backspace',
  'Backspace',
  'm',
  'a',
  'Backspace',
  'Backspace',
  't',
  'r',
  'Backspace',
  'Backspace',
]

export const typing: Scenario = {
  id: 'W5',
  title:
    'typing in the composer while suggestions are open: processor time of the scripts for a key, of which 95 in 100 take less',
  run: (bench) =>
    withReader(bench, async ({ proxy, topics: [topic], open }) => {
      const { page, context } = await open()
      await page.goto(`${proxy.url}/${topic}`)
      await isReadable(page)
      await page.waitForFunction(() => document.title.includes(' · '))
      const session = await context.newCDPSession(page)
      await session.send('Performance.enable')
      const measured: number[] = []
      // The first round loads the code and the emoji.
      await typeRound(page, session)
      for (let round = 0; round < bench.rounds; round += 1) {
        const times = (await typeRound(page, session)).sort((a, b) => a - b)
        measured.push(times[Math.ceil(times.length * PART) - 1] ?? Number.NaN)
      }
      await context.close()
      const target = atMost(MOST_MILLISECONDS)
      return [figure({ scenario: 'W5', name: 'a key', unit: 'ms', measured, target })]
    }),
}

/** Milliseconds of the processor for each key. */
async function typeRound(page: Page, session: CDPSession): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  const times: number[] = []
  for (const start of STARTS) {
    await field.fill('hello ')
    await field.press('End')
    await page.keyboard.type(start)
    for (const key of LETTERS) times.push(await timeKey(page, session, key))
    if (start === ':s') await page.keyboard.type('m')
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  }
  await field.fill('')
  return times
}

type Metric = 'ThreadTime' | 'TaskDuration' | 'ScriptDuration'

/**
 * Until the frame after the key has been drawn. Durations include the time that other processes had, so the processor time
 * of the main thread is counted, in the part that scripts had in its tasks.
 */
async function timeKey(page: Page, session: CDPSession, key: string): Promise<number> {
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
