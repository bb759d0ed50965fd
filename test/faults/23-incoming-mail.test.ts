import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { getStreamEmailAddress, getStreamId } from '../../api/endpoints/channels.ts'
import { sendMail } from '../outside/mail-sender.ts'
import { freePort, temporaryFolder } from '../parley-process.ts'
import { expectConsistent } from './check.ts'
import { CHANNEL, clientOf, messagesIn, type Person } from './place.ts'
import { promptly, rounds } from './rounds.ts'
import { openSetting, type Setting } from './setting.ts'
import { printTally, tallyOf } from './tally.ts'

const folder = temporaryFolder()
const armed = join(folder.path, 'armed')
let setting: Setting
let mailPort: number
let address: string

beforeEach(async () => {
  mailPort = await freePort()
  setting = await openSetting(0, {
    preload: new URL('preload/die-at-answer.ts', import.meta.url).href,
    env: {
      PARLEY_MAIL_IN_DOMAIN: 'mail.example.org',
      PARLEY_MAIL_IN_PORT: String(mailPort),
      PARLEY_RATE_LIMITS: 'off',
      FAULT_WHEN: armed,
      FAULT_ANSWER: '^250 .*message queued',
    },
  })
  const [owner] = setting.people as [Person]
  const client = clientOf(setting.server.url, owner)
  const { stream_id } = await client.call(getStreamId, { stream: CHANNEL })
  const { email } = await client.call(getStreamEmailAddress, { stream_id })
  address = email.replace('.show-sender', '')
})
afterEach(async () => {
  rmSync(armed, { force: true })
  await setting.close()
})
afterAll(() => folder.remove())

const ATTACHMENTS = [{ filename: 'a.txt', content: 'a' }]

/** Sends mail after mail, as a mail server does: each one again until it is answered. */
class MailSource {
  readonly acknowledged: string[] = []
  #isOver = false
  readonly #running: Promise<unknown>

  constructor(name: string) {
    this.#running = this.#run(name)
  }

  async #run(name: string): Promise<void> {
    for (let count = 0; !this.#isOver; count += 1) {
      const text = `load ${name} ${count}`
      while (!(await send(text))) await sleep(100)
      this.acknowledged.push(text)
    }
  }

  stop(): Promise<unknown> {
    this.#isOver = true
    return this.#running
  }
}

async function send(text: string): Promise<boolean> {
  const mail = { subject: 'Mail', text, messageId: `<${text.replaceAll(' ', '.')}@outside.example>` }
  const { code } = await sendMail(mailPort, address, { ...mail, attachments: ATTACHMENTS })
  return code === 250
}

/** A file is linked below each text. */
const found = async () =>
  (await messagesIn(setting.server.url, setting.people[0]!)).map(({ content }) => content.split('\n')[0] ?? '')

test('killed between the commit of a message and its acknowledgement: the mail that comes again makes no other', async () => {
  const { server, databaseUrl } = setting
  writeFileSync(armed, '')
  expect(await send('load once')).toBe(false)
  rmSync(armed)
  await server.start()
  expect(await found()).toEqual(['load once'])
  expect(await send('load once')).toBe(true)
  expect(await send('load once')).toBe(true)
  expect(await found()).toEqual(['load once'])
  await expectConsistent(databaseUrl)
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '%s while mail comes: every acknowledged mail is one message',
  async (signal) => {
    const { server, databaseUrl } = setting
    const sources = ['a', 'b', 'c'].map((name) => new MailSource(name))
    const count = () => sources.reduce((sum, { acknowledged: { length } }) => sum + length, 0)
    for (let round = 0; round < rounds(2, 6); round += 1) {
      const before = count()
      await expect.poll(count).toBeGreaterThan(before + 2)
      await promptly(10_000, async () => expect(await server.stop(signal)).toBe(signal === 'SIGTERM' ? 0 : null))
      await server.start()
    }
    for (const source of sources) await source.stop()
    const acknowledged = sources.flatMap((source) => source.acknowledged)
    const tally = tallyOf(acknowledged, await found())
    printTally(`mail and ${signal}`, tally)
    expect(tally).toMatchObject({ lost: 0, doubled: 0 })
    await expectConsistent(databaseUrl)
  },
)
