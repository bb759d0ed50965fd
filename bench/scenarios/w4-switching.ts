import type { Page } from 'playwright-core'
import { atMost, figure } from '../figure.ts'
import type { Scenario } from '../scenario.ts'
import { isReadable, withReader } from '../web/reader.ts'

const MAX_MILLISECONDS = 50
const PER_ROUND = 4

export const switching: Scenario = {
  id: 'W4',
  title: 'from one conversation to another that was open before, until its messages are there',
  run: (bench) =>
    withReader(bench, async ({ proxy, topics, open }) => {
      const { page, context } = await open()
      for (const topic of topics) {
        await page.goto(`${proxy.url}/${topic}`)
        await isReadable(page)
      }
      const measured: number[] = []
      for (let turn = 0; turn < bench.rounds * PER_ROUND; turn += 1)
        measured.push(await switchTo(page, topics[turn % topics.length] as string))
      await context.close()
      const target = atMost(MAX_MILLISECONDS)
      return [figure({ scenario: 'W4', name: 'switch', unit: 'ms', measured, target })]
    }),
}

/** Measures until none of the messages of before is left and others are there. */
const switchTo = (page: Page, fragment: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const ids = () =>
      [...document.querySelectorAll<HTMLElement>('[role=feed] [data-message-id]')].map(
        (one) => one.dataset['messageId'],
      )
    const before = new Set(ids())
    const isThere = () => {
      const now = ids()
      return now.length > 0 && !now.some((id) => before.has(id))
    }
    const start = performance.now()
    const done = new Promise<number>((resolve) => {
      const look = () => {
        if (!isThere()) return
        observer.disconnect()
        resolve(performance.now() - start)
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { childList: true, subtree: true })
    })
    location.hash = wanted
    return await done
  }, fragment)
