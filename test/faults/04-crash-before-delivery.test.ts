import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { expectConsistent } from './check.ts'
import { CHANNEL, clientOf, messagesIn, type Person } from './place.ts'
import { Poller } from './pollers.ts'
import { openSetting, type Setting } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

const armed = join(tmpdir(), `parley-armed-${randomUUID()}`)
const preload = new URL('preload/die-at-query.ts', import.meta.url).href

let setting: Setting
beforeAll(async () => {
  const env = { FAULT_WHEN: armed, FAULT_QUERY: 'insert into message' }
  setting = await openSetting(1, { preload, env })
})
afterAll(async () => {
  await rm(armed, { force: true })
  await setting.close()
})

test('a crash between commit and delivery: after the restart the event arrives exactly once', async () => {
  const { server, people, databaseUrl } = setting
  const [sender, reader] = people as [Person, Person]
  const poller = await Poller.register(server.url, reader)
  const message = { type: 'channel', to: CHANNEL, topic: 'load', content: 'load 0 0' } as const
  await writeFile(armed, '')
  await expect(clientOf(server.url, sender).call(sendMessage, message)).rejects.toThrow()
  await server.kill()
  await rm(armed)
  await server.start()

  const found = await messagesIn(server.url, reader)
  await poller.drain()
  await poller.drain()
  const tally = tallyOf(
    found.map((one) => one.id),
    poller.messages.map((one) => one.id),
  )
  printTally('crash before delivery', tally)
  expect(tally).toEqual({ acknowledged: 1, found: 1, lost: 0, doubled: 0 })
  await expectConsistent(databaseUrl)
})
