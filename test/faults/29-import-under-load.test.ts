import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeZulip } from '../imports/zulip-archive.ts'
import { parleyProcess, temporaryFolder } from '../parley-process.ts'
import { expectConsistent } from './check.ts'
import { messagesIn, type Person } from './place.ts'
import { isIncreasing, Poller } from './pollers.ts'
import { Senders } from './senders.ts'
import { openSetting, type Setting, UNSAFE } from './setting.ts'

const folder = temporaryFolder()
const archive = join(folder.path, 'garden')
let setting: Setting
beforeAll(async () => {
  setting = await openSetting(3)
  await writeZulip(archive)
})
afterAll(async () => {
  await setting.close()
  folder.remove()
})

test('an import under load: nothing acknowledged is lost, and no event is missed or doubled', async () => {
  const { server, people, databaseUrl } = setting
  const [ann] = people as [Person]
  const before = await Poller.register(server.url, ann)
  before.start()
  const senders = new Senders(server.url, people, { keys: true })
  await senders.expectToResume(60_000)
  const { ended, said } = parleyProcess(['import', 'zulip', archive], {
    dataDir: server.dataDir,
    env: { ...UNSAFE, DATABASE_URL: databaseUrl },
  })
  expect(await ended(), said.errors).toBe(0)
  await expect.poll(() => before.lostQueue).toBe(true)
  // A client registers anew and reads what it may have missed.
  const after = await Poller.register(server.url, ann)
  const caughtUp = await messagesIn(server.url, ann)
  await senders.expectToResume(60_000)
  await senders.stop()
  await after.drain()

  await senders.expectAllOnce('import under load', ann)
  const all = (await messagesIn(server.url, ann)).map(({ id }) => id)
  const [first, rest] = [before, after].map((poller) => poller.messages.map(({ id }) => id)) as [number[], number[]]
  expect(first).toEqual(all.slice(0, first.length))
  expect(rest).toEqual(all.slice(all.length - rest.length))
  expect(new Set([...first, ...caughtUp.map(({ id }) => id), ...rest])).toEqual(new Set(all))
  expect(rest.length).toBeGreaterThan(0)
  expect(isIncreasing([...before.eventIds, ...after.eventIds])).toBe(true)
  expect(isIncreasing(all)).toBe(true)
  await before.stop()
  await expectConsistent(databaseUrl)
})
