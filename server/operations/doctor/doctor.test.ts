import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openObjectStorage } from '../../../test/outside/object-storage.ts'
import { startReceiver } from '../../../test/outside/receiver.ts'
import { startSmtpReceiver } from '../../../test/outside/smtp-receiver.ts'
import { useServer } from '../../../test/use-server.ts'
import type { Config } from '../../kernel/base/config.ts'
import { recordComplete, recordFailure } from '../backup/queries.ts'
import type { Check, Patient } from './check.ts'
import { backupCheck } from './checks/backup.ts'
import { bucketCheck } from './checks/bucket.ts'
import { clockCheck } from './checks/clock.ts'
import { databaseCheck } from './checks/database.ts'
import { descriptorsCheck } from './checks/descriptors.ts'
import { diskCheck } from './checks/disk.ts'
import { mailCheck } from './checks/mail.ts'
import { singleSignOnCheck } from './checks/single-sign-on.ts'

const HOUR = 3_600

/** A process that may open only `most` files. */
function spawnLimited(most: number) {
  const child = spawn('sh', ['-c', `ulimit -n ${most} && exec sleep 600`], { stdio: 'ignore' })
  return { pid: child.pid, kill: () => child.kill('SIGKILL') }
}

describe('the doctor', () => {
  const { server } = useServer()

  const finds = (check: Check, settings: Partial<Config> = {}, change: Partial<Patient> = {}) => {
    const patient: Patient = {
      config: { ...server.ctx.config, ...settings },
      db: server.database.db,
      secret: server.ctx.secret,
      pid: process.pid,
      isStarting: false,
      mailTo: null,
      waitSeconds: null,
      signal: new AbortController().signal,
      visit: async () => ({ failure: 'not asked' }),
      ...change,
    }
    return (check.isWanted ?? (() => true))(patient) ? check.examine(patient) : Promise.resolve('not wanted')
  }

  test('finds nothing wrong with this machine', async () => {
    expect(await finds(diskCheck)).toBeNull()
    expect(await finds(clockCheck)).toBeNull()
    expect(await finds(descriptorsCheck)).not.toBeUndefined()
  })

  test('finds a disk that is full, and a clock that differs from that of a service', async () => {
    // Nothing can be stored there.
    expect(await finds(diskCheck, { dataDir: '/proc' })).toBe(
      'The disk that holds /proc has only 0 MiB left: free some space on it, or move the folder.',
    )
    const receiver = await startReceiver()
    try {
      const date = new Date(Date.now() - HOUR * 1000).toUTCString()
      receiver.answer = (response) => response.writeHead(200, { date }).end()
      const oidc = { issuer: receiver.url, clientId: 'parley', clientSecret: 'secret', name: 'Elsinore' }
      expect(await finds(clockCheck, { oidc })).toMatch(
        /^The clock of this machine differs by 36\d\d seconds from that of 127\.0\.0\.1:\d+: let both be set by NTP\.$/,
      )
    } finally {
      await receiver.close()
    }
  })

  test('finds a server that may open few files', async () => {
    const { pid = 0, kill } = spawnLimited(256)
    try {
      await expect
        .poll(() => finds(descriptorsCheck, {}, { pid }))
        .toMatch(/^The server may open only 256 files, and each client needs one: set LimitNOFILE=65536/)
    } finally {
      kill()
    }
  })

  test('finds a database that allows too few connections', async () => {
    const { db } = server.database
    const limit = (most: number) =>
      sql`
      do $$ begin execute format('alter database %I connection limit ${sql.raw(`${most}`)}', current_database()); end $$
    `.execute(db)
    await limit(29)
    try {
      expect(await finds(databaseCheck)).toBe(
        'The database allows only 29 connections: set its connection limit to at least 30 for each server.',
      )
    } finally {
      await limit(-1)
    }
  })

  test('finds a database that may lose messages', async () => {
    const { db } = server.database
    await db.connection().execute(async (one) => {
      expect(await finds(databaseCheck, { unsafeDatabase: false }, { db: one })).toBeNull()
    })
    expect(await finds(databaseCheck, { unsafeDatabase: true })).toMatch(/^The database loses acknowledged messages/)
  })

  test('finds a bucket that cannot be used', async () => {
    const storage = await openObjectStorage()
    try {
      expect(await finds(bucketCheck, { s3: null })).toBe('not wanted')
      expect(await finds(bucketCheck, { s3: storage.settings })).toBeNull()
      expect(storage.objects.size).toBe(0)
      const wrong = { ...storage.settings, secretAccessKey: 'wrong' }
      expect(await finds(bucketCheck, { s3: wrong })).toMatch(
        /^The bucket parley-files cannot be written to \(\w+\): check the PARLEY_S3_… settings and the permissions of the key\.$/,
      )
    } finally {
      await storage.close()
    }
  })

  test('finds a mail server that does not answer, and sends a mail if asked', async () => {
    const receiver = await startSmtpReceiver()
    try {
      expect(await finds(mailCheck, { smtpUrl: receiver.url })).toBeNull()
      expect(receiver.mails).toHaveLength(0)
      expect(await finds(mailCheck, { smtpUrl: receiver.url }, { mailTo: 'ada@example.org' })).toBeNull()
      expect(receiver.mails).toMatchObject([{ to: ['ada@example.org'] }])
      receiver.refuseRecipients('550 No such mailbox')
      expect(await finds(mailCheck, { smtpUrl: receiver.url }, { mailTo: 'ada@example.org' })).toMatch(
        /refuses the mail \(550\)/,
      )
    } finally {
      await receiver.close()
    }
    const gone = receiver.url.replace('smtp://', 'smtp://parley:hunter2@')
    const sentence = await finds(mailCheck, { smtpUrl: gone })
    expect(sentence).toMatch(/^The mail server 127\.0\.0\.1:\d+ cannot be used \(\w+\): check PARLEY_SMTP_URL/)
    expect(sentence).not.toContain('hunter2')
    expect(await finds(mailCheck)).toBe('not wanted')
    expect(await finds(mailCheck, {}, { mailTo: 'ada@example.org' })).toBe(
      'There is no mail server: set PARLEY_SMTP_URL.',
    )
  })

  test('finds a provider of single sign-on that does not describe itself', async () => {
    const receiver = await startReceiver()
    try {
      const issuer = receiver.url
      const oidc = { issuer, clientId: 'parley', clientSecret: 'secret', name: 'Elsinore' }
      const settings = { oidc, outgoingAllow: ['127.0.0.0/8'] }
      expect(await finds(singleSignOnCheck, settings)).toMatch(
        /^The provider of single sign-on cannot be used, because it.*: check PARLEY_OIDC_ISSUER/,
      )
      expect(await finds(singleSignOnCheck)).toBe('not wanted')
    } finally {
      await receiver.close()
    }
  })

  test('finds a backup that is missing, old or failed', async () => {
    const { db } = server.database
    const backups = { folder: '/srv/backup', keep: 7, passphraseFile: null }
    const now = Math.floor(Date.now() / 1000)
    expect(await finds(backupCheck)).toMatch(/^There is no backup of this database: set PARLEY_BACKUP_DIR/)
    expect(await finds(backupCheck, {}, { isStarting: true })).toBe('not wanted')
    expect(await finds(backupCheck, { backups }, { isStarting: true })).toBeUndefined()
    await recordComplete(db, now - 40 * HOUR)
    expect(await finds(backupCheck, { backups })).toBe(
      'The last backup is 40 hours old: look for "daily backup" in the log of the server.',
    )
    await recordFailure(db, now, 'The disk is full.')
    expect(await finds(backupCheck, { backups })).toBe('The last daily backup failed: The disk is full.')
    await recordComplete(db, now)
    expect(await finds(backupCheck)).toBeNull()
  })
})
