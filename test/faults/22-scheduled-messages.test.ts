import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getMessages } from '../../api/endpoints/messages.ts'
import { createScheduledMessage, getScheduledMessages } from '../../api/endpoints/scheduled-messages.ts'
import { expectConsistent } from './check.ts'
import { clientOf, type Person } from './place.ts'
import { openSetting, type Setting } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

const preload = new URL('preload/die-at-query.ts', import.meta.url).href
/** Late enough for the requests before it, early enough for an impatient reader. */
const SECONDS_AHEAD = 5

let armed: string
let setting: Setting
beforeEach(() => {
  armed = join(tmpdir(), `parley-armed-${randomUUID()}`)
})
afterEach(async () => {
  await rm(armed, { force: true })
  await setting.close()
})

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

const MOMENTS = [
  ['before the send', { FAULT_QUERY: '^select .* from "scheduled_message" where "id"', FAULT_MOMENT: 'before' }],
  ['after the send, before the commit', { FAULT_QUERY: '^update "scheduled_message"', FAULT_MOMENT: 'after' }],
  ['after the commit', { FAULT_QUERY: '^delete from .*_private_jobs', FAULT_MOMENT: 'before' }],
] as const

test.each(MOMENTS)(
  'kill -9 at the time of a scheduled message, %s: it is sent exactly once',
  async (moment, fault) => {
    setting = await openSetting(1, { preload, env: { FAULT_WHEN: armed, ...fault } })
    const { server, people, databaseUrl } = setting
    const [ann, bob] = people as [Person, Person]
    await clientOf(server.url, ann).call(createScheduledMessage, {
      type: 'direct',
      to: [bob.id],
      content: 'exactly once',
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + SECONDS_AHEAD,
    })
    await writeFile(armed, '')
    await expect.poll(() => isGone(server.pid)).toBe(true)
    await rm(armed)
    await server.start()
    const left = async () => (await clientOf(server.url, ann).call(getScheduledMessages, {})).scheduled_messages.length
    await expect.poll(left, { interval: 100 }).toBe(0)
    const { messages } = await clientOf(server.url, bob).call(getMessages, {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
    })
    const found = messages.map(({ content }) => content).filter((content) => content === 'exactly once')
    const tally = tallyOf(['exactly once'], found)
    printTally(`kill -9 at the time of a scheduled message, ${moment}`, tally)
    expect(tally).toMatchObject({ lost: 0, doubled: 0 })
    await expectConsistent(databaseUrl)
  },
  600_000,
)
