import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, temporaryFolder } from './parley-process.ts'

const root = join(import.meta.dirname, '..')
const folder = temporaryFolder()
afterAll(() => folder.remove())

test('npm run dev serves, starts again when a file changes, and ends when it is told to', async () => {
  const port = await freePort()
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, HOME, NODE_COMPILE_CACHE, PARLEY_DATA_DIR: folder.path, PARLEY_PORT: `${port}` }
  // A group of its own, so that it can be interrupted as from a keyboard: all of it at once.
  const child = spawn('npm', ['run', '--silent', 'dev'], { cwd: root, env, detached: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const ended = once(child, 'close')
  const starts = () => said.split('is ready').length - 1
  const isServing = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await expect.poll(starts, { timeout: 30_000 }).toBe(1)
    expect(await isServing()).toBe(true)
    const now = new Date()
    utimesSync(join(root, 'server', 'version.ts'), now, now)
    await expect.poll(starts, { timeout: 30_000 }).toBe(2)
    expect(await isServing()).toBe(true)
  } finally {
    process.kill(-child.pid!, 'SIGINT')
    await ended
  }
  expect(said).toContain('Stopping (SIGINT)')
  expect(await isServing()).toBe(false)
}, 90_000)
