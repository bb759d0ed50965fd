import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessage } from '../../api/endpoints/messages.ts'
import { uploadFile } from '../../api/endpoints/uploads.ts'
import { Progress } from '../../server/operations/backup/progress.ts'
import { checkBackup } from '../../server/operations/backup/restore.ts'
import { parleyProcess, temporaryFolder } from '../parley-process.ts'
import { expectConsistent } from './check.ts'
import { createEmptyDatabase } from './empty-database.ts'
import { CHANNEL, clientOf, messagesIn, type Person } from './place.ts'
import { isIncreasing, Poller } from './pollers.ts'
import { rounds } from './rounds.ts'
import { Senders } from './senders.ts'
import { ServerProcess } from './server-process.ts'
import { openSetting, type Setting, UNSAFE } from './setting.ts'

const folder = temporaryFolder()
const file = join(folder.path, 'backup')
let setting: Setting
beforeAll(async () => {
  setting = await openSetting(3)
})
afterAll(async () => {
  await setting.close()
  folder.remove()
})

/** Runs a command of the operator. With a time, it is killed after that number of milliseconds. */
async function run(args: readonly string[], dataDir: string, databaseUrl: string | null, killAfter?: number) {
  const env = { ...UNSAFE, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
  const begin = performance.now()
  const command = parleyProcess(args, { dataDir, env })
  if (killAfter !== undefined) {
    await Promise.race([sleep(killAfter), command.ended()])
    command.child.kill('SIGKILL')
  }
  const code = await command.ended()
  return { code, ...command.said, milliseconds: performance.now() - begin }
}

const backUp = (killAfter?: number) => run(['backup', file], setting.server.dataDir, setting.databaseUrl, killAfter)

/** People send messages and files until this ends. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  const { server, people } = setting
  const senders = new Senders(server.url, people, { keys: true })
  let isOver = false
  const uploading = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const bytes = Buffer.alloc(50_000 + n, 'tomato')
      await clientOf(server.url, people[0] as Person).call(uploadFile, {
        filename: { filename: 'soup.txt', type: 'text/plain', bytes },
      })
    }
  })()
  await senders.expectToResume(60_000)
  try {
    return await work()
  } finally {
    isOver = true
    await Promise.all([senders.stop(), uploading])
  }
}

test('a backup under load is restored elsewhere, and an old queue gets what it missed and its next event', async () => {
  const { people, server } = setting
  const [ann, ben] = people as [Person, Person]
  const waiting = await Poller.register(server.url, ann)
  const made = await underLoad(() => backUp())
  expect(made.code, made.errors).toBe(0)
  const target = join(folder.path, 'elsewhere')
  const restored = await run(['restore', file], target, null)
  expect(restored.code, restored.errors).toBe(0)
  expect(restored.out).toContain('Everything is consistent')

  const second = await ServerProcess.start({ dataDir: target })
  try {
    waiting.moveTo(second.url)
    await waiting.drain()
    const kept = await messagesIn(second.url, ann)
    expect(kept.length).toBeGreaterThan(0)
    expect(waiting.messages.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
    const content = 'load after the restore'
    const sent = await clientOf(second.url, ben).call(sendMessage, {
      type: 'channel',
      to: CHANNEL,
      topic: 'load',
      content,
    })
    await waiting.drain()
    expect(waiting.messages.at(-1)).toEqual({ id: sent.id, content })
    expect(isIncreasing(waiting.eventIds)).toBe(true)
    // No id that the first server has used since is used again.
    const [newest] = (await messagesIn(server.url, ann)).slice(-1)
    expect(sent.id).toBeGreaterThan(newest!.id)
  } finally {
    await second.dispose()
  }
  const checked = await run(['fsck'], target, null)
  expect(checked.code, checked.out).toBe(0)
})

test('a backup that is killed at any moment leaves the old file or the new one', async () => {
  const { milliseconds } = await backUp()
  const partial = () => readdirSync(folder.path).filter((name) => name.startsWith('backup.partial-'))
  for (let round = 0; round < rounds(2, 30); round += 1) {
    const before = readFileSync(file)
    const { code } = await backUp(randomInt(Math.ceil(milliseconds)))
    if (code === null && readFileSync(file).equals(before)) continue
    await checkBackup({ file, passphrase: null }, new Progress('Checking'))
  }
  expect((await backUp()).code).toBe(0)
  expect(partial()).toEqual([])
})

test('a restore that is killed at any moment leaves nothing or everything', async () => {
  expect((await backUp()).code).toBe(0)
  let milliseconds = 0
  for (let round = 0; round <= rounds(2, 30); round += 1) {
    const database = await createEmptyDatabase()
    const target = join(folder.path, `killed-${round}`)
    // Every fifth one into an embedded database, which takes longer.
    const url = round % 5 === 4 ? null : database.url
    try {
      // The first one is not killed and tells how long it takes.
      const killAfter = round === 0 ? undefined : randomInt(Math.ceil(milliseconds))
      const first = await run(['restore', file], target, url, killAfter)
      if (round === 0) ({ milliseconds } = first)
      const isWhole = first.code === 0
      if (!isWhole) {
        if (existsSync(join(target, 'restore-unfinished'))) expect((await run(['fsck'], target, url)).code).not.toBe(0)
        const again = await run(['restore', file], target, url)
        expect(again.code, again.errors).toBe(0)
        expect(again.out).toContain('Everything is consistent')
      }
      expect(existsSync(join(target, 'restore-unfinished'))).toBe(false)
      if (url !== null) await expectConsistent(url)
    } finally {
      await database.close()
    }
  }
}, 1_200_000)
