import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyWithPackages } from './checkout-copy.ts'
import { childEnvironment, freePort, temporaryFolder } from './parley-process.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

test('npm run dev serves, restarts when a file changes, and ends on a signal', async () => {
  const port = await freePort()
  // Not in the checkout itself, because a developer's server there would restart too.
  const checkout = copyWithPackages(join(folder.path, 'checkout'))
  const place = { PARLEY_DATA_DIR: join(folder.path, 'data'), PARLEY_PORT: `${port}` }
  const env = { ...childEnvironment(), HOME: process.env['HOME'], ...place }
  // Its own process group, so that all of it can be interrupted at once, as from a keyboard.
  const child = spawn('npm', ['run', '--silent', 'dev'], { cwd: checkout, env, detached: true })
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
    await expect.poll(starts).toBe(1)
    expect(await isServing()).toBe(true)
    const now = new Date()
    utimesSync(join(checkout, 'server', 'kernel', 'base', 'version.ts'), now, now)
    await expect.poll(starts).toBe(2)
    expect(await isServing()).toBe(true)
  } finally {
    process.kill(-child.pid!, 'SIGINT')
    await ended
  }
  expect(said).toContain('Stopping (SIGINT)')
  expect(await isServing()).toBe(false)
})
