import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { copyWithPackages } from '../../../test/checkout-copy.ts'
import { freePort, type ParleyProcess, parleyProcess, temporaryFolder } from '../../../test/parley-process.ts'
import { currentHolder } from '../../kernel/base/data-folder.ts'
import { connectionOf } from '../../kernel/db/connect.ts'
import { type EmbeddedServer, joinEmbedded } from '../../kernel/db/embedded/embedded.ts'

const run = promisify(execFile)
const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
let port: number
beforeAll(async () => {
  port = await freePort()
})
afterAll(async () => {
  const left = existsSync(join(dataDir, 'postgres')) ? await joinEmbedded(dataDir) : null
  await left?.stop()
  folder.remove()
})

const started: ParleyProcess[] = []
async function start(env: Record<string, string> = {}, preload?: URL): Promise<ParleyProcess> {
  const server = parleyProcess(['serve'], { dataDir, port, env, ...(preload && { preload }) })
  started.push(server)
  await server.says('is ready')
  return server
}
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.child.kill('SIGKILL')
    await server.ended()
  }
})

async function stop(server: ParleyProcess): Promise<number | null> {
  server.child.kill('SIGTERM')
  return server.ended()
}

test('a server that stops does not wait until the app is built', async () => {
  const checkout = copyWithPackages(join(folder.path, 'checkout'))
  const server = parleyProcess(['serve'], { dataDir, port, checkout })
  started.push(server)
  await server.says('is ready')
  expect(await stop(server), server.said.errors).toBe(0)
  expect(readdirSync(join(checkout, '.cache')).filter((name) => name.startsWith('web-'))).toEqual([])
  expect(server.said.out + server.said.errors).not.toContain('could not build')
  rmSync(dataDir, { recursive: true })
})

test('the first start writes the sign-in details to a file and not to the log', async () => {
  const server = await start()
  await server.says('first-sign-in.txt')
  const file = join(dataDir, 'first-sign-in.txt')
  const text = readFileSync(file, 'utf8')
  const key = /API key {3}(\w{32})/.exec(text)?.[1] ?? 'no key'
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(server.said.out).not.toContain(key)
  const response = await fetch(`${server.url}/api/v1/users/me`, {
    headers: { authorization: `Basic ${btoa(`owner@localhost:${key}`)}` },
  })
  expect(await response.json()).toMatchObject({ result: 'success', is_owner: true })
  const created = await fetch(`${server.url}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`owner@localhost:${key}`)}` },
    body: new URLSearchParams({ email: 'ada@example.org', password: 'purple otters sing at noon', full_name: 'Ada' }),
  })
  expect(await created.json()).toMatchObject({ result: 'success', user_id: expect.any(Number) })
  const { stdout } = await run('sh', ['-c', /curl .*/.exec(text)?.[0] ?? 'false'])
  expect(JSON.parse(stdout)).toMatchObject({ result: 'success', id: expect.any(Number) })
  expect(await stop(server)).toBe(0)
  expect(existsSync(join(dataDir, 'parley.json'))).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'on a terminal the first start shows the sign-in details and keeps no file',
  async () => {
    const place = { dataDir: join(folder.path, 'seen'), port: await freePort() }
    const server = parleyProcess(['serve'], { ...place, terminal: true })
    started.push(server)
    await server.says('content=Hello')
    const shown = server.said.out.replaceAll('\r', '')
    const [, key = ''] = /^ {2}API key {3}(\w{32})$/m.exec(shown) ?? []
    expect(shown).toContain('is ready')
    expect(shown).toContain(`  address   ${server.url}\n  email     owner@localhost\n  password  `)
    await expect.poll(() => existsSync(join(place.dataDir, 'first-sign-in.txt'))).toBe(false)
    const { stdout } = await run('sh', ['-c', /^ {2}(curl .*)$/m.exec(shown)?.[1] ?? 'false'])
    expect(stdout).toContain('"result":"success"')
    const [, password = ''] = /^ {2}password {2}(\S+)$/m.exec(shown) ?? []
    const body = new URLSearchParams({ username: 'owner@localhost', password })
    const response = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ api_key: key })
    process.kill(currentHolder(place.dataDir)!.pid, 'SIGTERM')
    expect(await server.ended()).toBe(0)
  },
)

test('a later start prints all addresses, and creates nothing', async () => {
  const server = await start({ PARLEY_LOG_FORMAT: 'pretty' })
  const lines = server.said.out.trim().split('\n')
  expect(lines.length).toBeLessThanOrEqual(10)
  for (const word of ['Parley 0', server.url, dataDir, 'embedded PostgreSQL', 'mail', 'Ctrl-C', 'first answer after']) {
    expect(server.said.out).toContain(word)
  }
  expect(server.said.out).not.toContain('first-sign-in')
  expect(await stop(server)).toBe(0)
})

test('a command works next to a running server, which applies its changes', async () => {
  const server = await start()
  const command = parleyProcess(['create-user', 'ophelia@example.org', 'Ophelia'], { dataDir, port })
  expect(await command.ended()).toBe(0)
  const [, password = ''] = /Password: (\S+)/.exec(command.said.out) ?? []
  // The running server applies the change through the log.
  await expect
    .poll(async () => {
      const body = new URLSearchParams({ username: 'ophelia@example.org', password })
      const response = await fetch(`${server.url}/api/v1/fetch_api_key`, { method: 'POST', body })
      return ((await response.json()) as { result: string }).result
    })
    .toBe('success')
  expect(await stop(server)).toBe(0)
})

test('after kill -9 the next start adopts the database and does not count the dead process as a node', async () => {
  const killed = await start()
  const database = await joinEmbedded(dataDir)
  killed.child.kill('SIGKILL')
  await killed.ended()
  const next = await start()
  expect((await joinEmbedded(dataDir))?.pid).toBe(database?.pid)
  expect(await nodes(database!)).toBe(1)
  expect(await stop(next)).toBe(0)
  expect(await joinEmbedded(dataDir)).toBe(null)
})

async function nodes(database: EmbeddedServer): Promise<number> {
  const client = new Client(connectionOf(database, 'parley'))
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from node')
  await client.end()
  return rows[0].count
}

test('it can be stopped while it waits for the database of a killed server', async () => {
  const killed = await start()
  killed.child.kill('SIGKILL')
  await killed.ended()
  const left = (await joinEmbedded(dataDir))!
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const lock = readFileSync(file, 'utf8')
  process.kill(left.pid, 'SIGSTOP')
  writeFileSync(file, lock.replace('ready', 'stopping'))
  try {
    const waiting = parleyProcess(['serve'], { dataDir, port })
    started.push(waiting)
    await waiting.says('The embedded database is starting')
    expect(await stop(waiting)).toBe(0)
    expect(waiting.said.out).toContain('Stopping (SIGTERM) before the database was ready.')
    expect(existsSync(join(dataDir, 'parley.json'))).toBe(false)
  } finally {
    writeFileSync(file, lock)
    process.kill(left.pid, 'SIGCONT')
  }
})

test('a database that is lost at the first answer does not end the server', async () => {
  const server = await start({}, new URL('../../../test/preload/lose-database-when-listening.ts', import.meta.url))
  const health = () => fetch(`${server.url}/health`).then(({ status }) => status)
  await expect.poll(health).toBe(200)
  expect(server.child.exitCode).toBeNull()
  expect(await stop(server)).toBe(0)
})

test('open handles do not keep a stopped server alive', async () => {
  const server = await start({}, new URL('../../../test/preload/lingering-connection.ts', import.meta.url))
  expect(await stop(server)).toBe(0)
})
