import type { Page } from 'playwright-core'
import { registerQueue } from '../../api/endpoints/events.ts'
import { markAllAsRead, updateMessageFlags } from '../../api/endpoints/flags.ts'
import type { Client } from '../../client/client.ts'
import { atMost, figure } from '../figure.ts'
import type { Scenario } from '../scenario.ts'
import { type Reader, withReader } from '../web/reader.ts'

const MAX_MILLISECONDS = 200
const CONVERSATIONS = 500
/** The server changes at most this number of flags at once. */
const PAGE = 5_000
/** The person of the other scenarios keeps what is unread. */
const READER = 2

export const inbox: Scenario = {
  id: 'W6',
  title: `from the state to an inbox of ${CONVERSATIONS} conversations on the screen, and to all of its rows`,
  run: (bench) =>
    withReader(
      bench,
      async (reader) => {
        await timesOf(reader)
        const rounds: Durations[] = []
        for (let round = 0; round < bench.rounds; round += 1) rounds.push(await timesOf(reader))
        const line = (name: keyof Durations) => ({
          scenario: 'W6',
          name,
          unit: 'ms',
          measured: rounds.map((one) => one[name]),
        })
        return [
          figure({ ...line('state to screen'), target: atMost(MAX_MILLISECONDS) }),
          figure(line('state to all rows')),
          figure(line('end of the answer to screen')),
        ]
      },
      leaveUnread,
      READER,
    ),
}

type Durations = Readonly<Record<'state to screen' | 'state to all rows' | 'end of the answer to screen', number>>

/** Leaves one message unread in each of a number of conversations. */
async function leaveUnread(client: Client): Promise<void> {
  const { unread_msgs } = await client.call(registerQueue, {
    fetch_event_types: ['message', 'update_message_flags'],
    event_types: [],
  })
  const all = [...unread_msgs!.pms, ...unread_msgs!.huddles, ...unread_msgs!.streams]
  const messages = all.slice(0, CONVERSATIONS).flatMap(({ unread_message_ids: ids }) => ids.slice(0, 1))
  await client.call(markAllAsRead, {})
  for (let from = 0; from < messages.length; from += PAGE)
    await client.call(updateMessageFlags, { messages: messages.slice(from, from + PAGE), op: 'remove', flag: 'read' })
}

async function timesOf({ proxy, open }: Reader): Promise<Durations> {
  const { page, context } = await open()
  await page.addInitScript(watchInbox)
  await page.goto(`${proxy.url}/#inbox`, { waitUntil: 'commit' })
  const { stateAt, screenAt, allAt } = await timesIn(page)
  await context.close()
  return {
    'state to screen': screenAt - stateAt,
    'state to all rows': allAt - stateAt,
    'end of the answer to screen': screenAt - proxy.registeredAt,
  }
}

interface Times {
  stateAt: number
  screenAt: number
  allAt: number
}

const timesIn = async (page: Page): Promise<Times> => {
  await page.waitForFunction(() => (globalThis as unknown as Times).allAt > 0)
  return page.evaluate(() => {
    const { stateAt, screenAt, allAt } = globalThis as unknown as Times
    return { stateAt, screenAt, allAt }
  })
}

/** Notes when the state reaches the page, when the list fills the screen and is drawn, and when all rows are in it. */
function watchInbox(): void {
  const times = Object.assign(globalThis as unknown as Times, { stateAt: 0, screenAt: 0, allAt: 0 })
  const now = () => performance.timeOrigin + performance.now()
  const Original = SharedWorker
  globalThis.SharedWorker = class extends Original {
    constructor(url: string | URL, options?: string | WorkerOptions) {
      super(url, options)
      this.port.addEventListener('message', (event) => {
        const at = now()
        if (event.data.kind === 'state') times.stateAt ||= at
      })
    }
  }
  /** Called before the frame is drawn, so the time is taken after it. */
  const note = (name: 'screenAt' | 'allAt') =>
    setTimeout(() => {
      times[name] ||= now()
    })
  const isAll = (): boolean => {
    const wanted = /in ([\d,]+) conversations/.exec(document.querySelector('main')?.textContent ?? '')?.[1]
    const list = document.querySelector('[role=list]')
    if (wanted === undefined || !list) return false
    if (list.getBoundingClientRect().height >= innerHeight) note('screenAt')
    return list.querySelectorAll('[data-row]').length >= Number(wanted.replaceAll(',', ''))
  }
  // Once for each frame: to look at each change would cost more than the changes.
  const look = (): void => {
    if (!isAll()) return void requestAnimationFrame(look)
    note('screenAt')
    note('allAt')
  }
  requestAnimationFrame(look)
}
