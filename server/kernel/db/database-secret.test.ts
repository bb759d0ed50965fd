import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/faults/empty-database.ts'
import { temporaryFolder } from '../../../test/parley-process.ts'
import { ownedOrganization } from '../../operations/populate/testing.ts'
import { openSecret } from '../base/secret.ts'
import { refuse } from '../base/startup-refusal.ts'
import { type OpenPool, openPool } from './database.ts'
import { claimDatabase, openSecretOf, requireSecretOf } from './database-secret.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

let folder: ReturnType<typeof temporaryFolder>
let empty: EmptyDatabase
let database: OpenPool
beforeEach(async () => {
  folder = temporaryFolder()
  empty = await createEmptyDatabase()
  database = openPool({ connectionString: empty.url })
})
afterEach(async () => {
  await database.close()
  await empty.close()
  folder.remove()
})

const at = (name: string): string => join(folder.path, name)
const fingerprints = async () =>
  (await database.db.selectFrom('server_secret').select('fingerprint').execute()).map((row) => row.fingerprint)

/** The state of an earlier version: an account with a sealed key, and no fingerprint. */
async function olderDatabase(sealedBy: string): Promise<void> {
  await migrate(
    database.db,
    () => {},
    migrations.filter(({ name }) => name < '0006'),
  )
  await ownedOrganization(database.db)
  await database.db
    .updateTable('account')
    .set({ api_key_sealed: openSecret(sealedBy).sealKey('key') })
    .execute()
  await migrate(database.db)
}

test('a database without accounts gets a new secret, and records it with its first organization', async () => {
  await migrate(database.db)
  const secret = await openSecretOf(database.db, at('secret'))
  expect(await fingerprints()).toEqual([])
  await claimDatabase(database.db, secret)
  expect(await fingerprints()).toEqual([secret.fingerprint])
  expect(await openSecretOf(database.db, at('secret'))).toMatchObject({ fingerprint: secret.fingerprint })
  writeFileSync(at('other'), `${randomBytes(32).toString('base64')}\n`)
  await expect(openSecretOf(database.db, at('other'))).rejects.toThrow(refuse.secretOfAnother(at('other')))
})

test('a database of an earlier version keeps the secret that opens its keys', async () => {
  await olderDatabase(at('secret'))
  const secret = await openSecretOf(database.db, at('secret'))
  expect(await fingerprints()).toEqual([secret.fingerprint])
})

test('a database of an earlier version refuses a secret that does not open its keys', async () => {
  await olderDatabase(at('secret'))
  writeFileSync(at('other'), `${randomBytes(32).toString('base64')}\n`)
  await expect(openSecretOf(database.db, at('other'))).rejects.toThrow(refuse.secretOfAnother(at('other')))
  expect(await fingerprints()).toEqual([])
})

test('no secret is created for a database that has accounts', async () => {
  await olderDatabase(at('secret'))
  await expect(openSecretOf(database.db, at('lost'))).rejects.toThrow(refuse.secretMissing(at('lost')))
  expect(existsSync(at('lost'))).toBe(false)
})

test('a read-only check refuses the same secrets and changes nothing', async () => {
  await migrate(database.db)
  await requireSecretOf(database.db, at('none yet'))
  await claimDatabase(database.db, openSecret(at('secret')))
  await requireSecretOf(database.db, at('secret'))
  writeFileSync(at('other'), `${randomBytes(32).toString('base64')}\n`)
  await expect(requireSecretOf(database.db, at('other'))).rejects.toThrow(refuse.secretOfAnother(at('other')))
  await expect(requireSecretOf(database.db, at('lost'))).rejects.toThrow(refuse.secretMissing(at('lost')))
  expect(readdirSync(folder.path).toSorted()).toEqual(['other', 'secret'])
})

test('a read-only check does not mark a database of an earlier version', async () => {
  await olderDatabase(at('secret'))
  await requireSecretOf(database.db, at('secret'))
  writeFileSync(at('other'), `${randomBytes(32).toString('base64')}\n`)
  await expect(requireSecretOf(database.db, at('other'))).rejects.toThrow(refuse.secretOfAnother(at('other')))
  expect(await fingerprints()).toEqual([])
})

test('when nodes with different secrets start together, only one gets the database', async () => {
  await migrate(database.db)
  const secrets = await Promise.all(['a', 'b', 'c', 'd'].map((name) => openSecretOf(database.db, at(name))))
  const outcomes = await Promise.allSettled(secrets.map((secret) => claimDatabase(database.db, secret)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const winner = secrets[outcomes.findIndex(({ status }) => status === 'fulfilled')]
  expect(await fingerprints()).toEqual([winner?.fingerprint])
})
