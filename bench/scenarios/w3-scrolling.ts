import type { CDPSession, Page } from 'playwright-core'
import { atMost, figure } from '../figure.ts'
import type { Scenario } from '../scenario.ts'
import { isReadable, withReader } from '../web/reader.ts'

const MAX_MILLISECONDS = 8
const MESSAGES = 10_000
const STEP = 300

interface ScrollResult {
  readonly frames: number
  /** Frames in which no message stood in the middle. */
  readonly blank: number
  readonly messages: number
}

export const scrolling: Scenario = {
  id: 'W3',
  title: 'scrolling up through 10,000 messages: processor time of a frame, and frames without messages',
  run: (bench) =>
    withReader(bench, async ({ proxy, channel, open }) => {
      const inChannel = async <T>(work: (page: Page, session: CDPSession) => Promise<T>): Promise<T> => {
        const { page, context } = await open()
        await page.goto(`${proxy.url}/${channel}`)
        await isReadable(page)
        const result = await work(page, await context.newCDPSession(page))
        await context.close()
        return result
      }
      const milliseconds = await inChannel(async (page, session) => {
        await session.send('Performance.enable')
        const before = await threadSeconds(session)
        const { frames, messages } = await scroll(page, false)
        bench.say(`${messages} messages in ${frames} frames`)
        return (((await threadSeconds(session)) - before) * 1000) / frames
      })
      // Once more from the start: looking at each frame takes time that drawing it does not.
      const { blank } = await inChannel((page) => scroll(page, true))
      return [
        figure({
          scenario: 'W3',
          name: 'processor time of a frame',
          unit: 'ms',
          measured: [milliseconds],
          target: atMost(MAX_MILLISECONDS),
        }),
        figure({ scenario: 'W3', name: 'blank frames', unit: '', measured: [blank], target: atMost(0) }),
      ]
    }),
}

/** Processor time of the page's main thread. How long its tasks took would include the time that others had. */
async function threadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
}

/** Moves as a wheel does, a step for each frame. At the start of what is loaded it waits for more. */
const scroll = (page: Page, isLookedAt: boolean): Promise<ScrollResult> =>
  page.evaluate(
    async ({ wanted, step, isLookedAt }) => {
      const feed = document.querySelector('[role=feed]') as HTMLElement
      const box = feed.parentElement as HTMLElement
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const seen = new Set<string>()
      const remember = () => {
        for (const one of feed.querySelectorAll<HTMLElement>('[data-message-id]'))
          seen.add(one.dataset['messageId'] as string)
      }
      const { left, top, width, height } = box.getBoundingClientRect()
      let [frames, blank, stuck] = [0, 0, 0]
      while (seen.size < wanted && stuck < 600) {
        const from = box.scrollTop
        box.scrollTop -= step
        await nextFrame()
        stuck = box.scrollTop === from ? stuck + 1 : 0
        frames += 1
        if (isLookedAt && !document.elementFromPoint(left + width / 2, top + height / 2)?.closest('article')) blank += 1
        if (frames % 10 === 0) remember()
      }
      return { frames, blank, messages: seen.size }
    },
    { wanted: MESSAGES, step: STEP, isLookedAt },
  )
