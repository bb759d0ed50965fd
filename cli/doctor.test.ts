import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordComplete } from '../server/operations/backup/queries.ts'
import { startSmtpReceiver } from '../test/outside/smtp-receiver.ts'
import { freePort, parleyProcess, temporaryFolder } from '../test/parley-process.ts'
import { useServer } from '../test/use-server.ts'

describe('parley doctor', () => {
  const { server } = useServer()

  const doctor = async (args: readonly string[] = [], more: Record<string, string> = {}) => {
    const { dataDir, secretFile } = server.ctx.config
    const env = {
      DATABASE_URL: server.database.url,
      PARLEY_UNSAFE_DATABASE: 'on',
      PARLEY_SECRET_FILE: secretFile,
      PARLEY_URL: server.url,
      ...more,
    }
    const command = parleyProcess(['doctor', '--quick', ...args], { dataDir: join(dataDir, 'command'), env })
    return { code: await command.ended(), lines: command.said.out.trim().split('\n'), errors: command.said.errors }
  }

  test('prints a line for each thing that is configured, and sends a mail if asked', async () => {
    const receiver = await startSmtpReceiver()
    onTestFinished(() => receiver.close())
    const { code, lines, errors } = await doctor(['--mail', 'ada@example.org'], { PARLEY_SMTP_URL: receiver.url })
    expect(code, errors).toBe(1)
    expect(lines).toContain('ok       public address')
    expect(lines).toContain('ok       size of uploads')
    expect(lines).toContain('ok       mail')
    expect(lines.filter((line) => line.startsWith('problem  backup: There is no backup'))).toHaveLength(1)
    expect(lines.join()).not.toContain('bucket')
    expect(receiver.mails).toMatchObject([{ to: ['ada@example.org'] }])
    await recordComplete(server.database.db, Math.floor(Date.now() / 1000))
    expect((await doctor()).lines).toContain('ok       backup')
  })

  test('goes on without a database', async () => {
    const { code, lines } = await doctor([], { DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:1/parley' })
    expect(code).toBe(1)
    expect(lines[0]).toMatch(/^problem {2}database: The database at 127\.0\.0\.1:1\/parley cannot be reached/)
    expect(lines).toContain('ok       public address')
  })

  test('a server makes the same checks after its start, and logs what is wrong', async () => {
    const folder = temporaryFolder()
    onTestFinished(() => folder.remove())
    const env = {
      DATABASE_URL: server.database.url,
      PARLEY_UNSAFE_DATABASE: 'on',
      PARLEY_SECRET_FILE: server.ctx.config.secretFile,
      PARLEY_URL: 'http://127.0.0.1:1',
      PARLEY_LOG_FORMAT: 'json',
    }
    const started = parleyProcess(['serve'], { dataDir: folder.path, port: await freePort(), env })
    await started.says('is ready')
    await started.says('Nothing answers at http://127.0.0.1:1')
    started.child.kill('SIGTERM')
    expect(await started.ended()).toBe(0)
  })
})
