import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, parleyProcess, temporaryFolder } from '../test/parley-process.ts'

test('a server makes an encrypted backup by itself, says so, and it can be restored', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const backups = join(folder.path, 'backups')
  const passphraseFile = join(folder.path, 'passphrase')
  mkdirSync(backups)
  writeFileSync(passphraseFile, 'seven brass kettles\n')
  const port = await freePort()
  const env = {
    PARLEY_LOG_FORMAT: 'json',
    PARLEY_BACKUP_DIR: backups,
    PARLEY_BACKUP_PASSPHRASE_FILE: passphraseFile,
  }
  const server = parleyProcess(['serve'], { dataDir: join(folder.path, 'data'), port, env })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.ended()
  })
  await server.says('the daily backup is complete')
  const [name] = readdirSync(backups)
  expect(name).toMatch(/^parley-.*\.backup$/)
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toMatch(/^parley_backup_age_seconds \d+$/m)
  expect(metrics).toMatch(/^parley_backup_failed 0$/m)
  server.child.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
  const target = join(folder.path, 'restored')
  const args = ['restore', join(backups, name!), '--passphrase-file', passphraseFile]
  const restored = parleyProcess(args, { dataDir: target })
  expect(await restored.ended(), restored.said.errors).toBe(0)
  expect(restored.said.out).toContain('Everything is consistent')
})

test('a server whose backup folder is missing says so and keeps running', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const port = await freePort()
  const env = { PARLEY_LOG_FORMAT: 'json', PARLEY_BACKUP_DIR: join(folder.path, 'missing') }
  const server = parleyProcess(['serve'], { dataDir: join(folder.path, 'data'), port, env })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.ended()
  })
  await server.says('the daily backup failed')
  expect(server.said.out).toContain('its folder does not exist')
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toMatch(/^parley_backup_failed 1$/m)
  server.child.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
})
