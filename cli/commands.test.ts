import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { refuse } from '../server/kernel/base/startup-refusal.ts'
import { parleyProcess, temporaryFolder, withoutProgress } from '../test/parley-process.ts'

const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
afterAll(() => folder.remove())

async function parley(...args: string[]) {
  const { ended, said } = parleyProcess(args, { dataDir })
  return { code: await ended(), out: said.out.trim(), errors: withoutProgress(said.errors) }
}

test('without a server a command starts its own database, and stops it', async () => {
  expect(await parley('migrate')).toMatchObject({ code: 0, out: expect.stringMatching(/^Applied: 0001-/) })
  expect(await parley('migrate')).toMatchObject({ code: 0, out: 'The database is up to date.' })
})

test('an account needs an organization', async () => {
  expect(await parley('create-user', 'ada@example.org', 'Ada')).toMatchObject({
    code: 1,
    errors: 'There is no organization yet: create one with "parley create-org".',
  })
})

test('organizations and accounts are created, but not twice', async () => {
  expect(await parley('create-org', 'Elsinore', '--host', 'elsinore.example.org')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Email: {4}owner@elsinore\.example\.org\nPassword: \S+\nAPI key: {2}\w{32}$/),
  })
  expect(await parley('create-user', 'king.claudius@example.org', 'King Claudius')).toMatchObject({ code: 0 })
  expect(await parley('invite', 'KING.claudius@example.org')).toMatchObject({
    code: 1,
    errors: 'Email is already in use.',
  })
  expect(await parley('invite', 'gertrude@example.org', '--role', 'moderator')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^With this link gertrude@example\.org can join Elsinore during the next ten days:\n\nhttp:\S+\/join\/[a-z2-7]{24}\/$/,
    ),
  })
  expect(await parley('create-user', 'King.Claudius@example.org', 'Claudius')).toMatchObject({
    code: 1,
    errors: 'Email is already in use.',
  })
  expect(await parley('create-org', 'Denmark', '--host', 'Elsinore.example.org')).toMatchObject({
    code: 1,
    errors: 'There is already an organization at elsinore.example.org: choose another host.',
  })
})

test('a system bot gets no password and no rights', async () => {
  const email = 'notification-bot@parley.invalid'
  const refused = { code: 1, errors: `There is no account ${email} in Elsinore: check its spelling.` }
  expect(await parley('reset-password', email)).toMatchObject(refused)
  expect(await parley('permit', email, 'can_create_users')).toMatchObject(refused)
})

test('an account is shown as it is stored, not as it was typed', async () => {
  expect(await parley('reset-password', 'KING.Claudius@example.org')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The new password of king\.claudius@example\.org is \S+$/),
  })
  expect(await parley('permit', 'KING.Claudius@example.org', 'can_create_users')).toMatchObject({
    code: 0,
    out: 'king.claudius@example.org has can_create_users.',
  })
})

test('presence is switched off and on', async () => {
  expect(await parley('presence', 'off')).toMatchObject({ code: 0, out: 'Elsinore no longer shows who is online.' })
  expect(await parley('presence', 'on')).toMatchObject({ code: 0, out: 'Elsinore shows who is online.' })
  expect(await parley('presence', 'maybe')).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^"maybe" is neither on nor off\./),
  })
})

test('the second organization prints how the first one changes', async () => {
  const wittenberg = ['create-org', 'Wittenberg', '--host', 'Wittenberg.example.org', '--type']
  expect(await parley(...wittenberg, 'school')).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^"school" is not a type of organization\./),
  })
  const { code, out } = await parley(...wittenberg, 'education')
  expect(code).toBe(0)
  expect(out).toMatch(/^Address: {2}http:\/\/wittenberg\.example\.org:9991\n/)
  const places = 'Elsinore at elsinore.example.org, Wittenberg at wittenberg.example.org'
  expect(out).toMatch(new RegExp(`\nFrom now on each organization answers only at its own host: ${places}.$`))
})

test('with several organizations a command must name one', async () => {
  const hosts = 'elsinore.example.org, wittenberg.example.org'
  expect(await parley('invite', 'horatio@example.org')).toMatchObject({
    code: 1,
    errors: `There are several organizations: add --org with one of ${hosts}.`,
  })
  expect(await parley('invite', 'horatio@example.org', '--org', 'wittenberg.example.org')).toMatchObject({
    code: 0,
    out: expect.stringContaining('http://wittenberg.example.org:9991'),
  })
})

test('an organization can move to another host', async () => {
  expect(await parley('set-host', 'wittenberg.example.org', 'elsinore.example.org')).toMatchObject({
    code: 1,
    errors: 'There is already an organization at elsinore.example.org: choose another host.',
  })
  expect(await parley('set-host', 'wittenberg.example.org', 'Halle.example.org')).toMatchObject({
    code: 0,
    out: 'The host of Wittenberg is halle.example.org now.',
  })
  const listed = await parley('audit', '--org', 'halle.example.org', '--action', 'host changed', '--json')
  expect(JSON.parse(listed.out)).toMatchObject([
    { actor_id: null, details: { before: 'wittenberg.example.org', after: 'halle.example.org' } },
  ])
  expect(await parley('invite', 'laertes@example.org', '--org', 'halle.example.org')).toMatchObject({
    code: 0,
    out: expect.stringContaining('http://halle.example.org:9991'),
  })
})

test('the created data is consistent', async () => {
  expect(await parley('fsck')).toMatchObject({ code: 0, out: expect.stringMatching(/^Everything is consistent: \d+ /) })
})

test('data without its secret fails the check', async () => {
  const secret = join(dataDir, 'secret')
  renameSync(secret, `${secret}.away`)
  expect(await parley('fsck')).toEqual({ code: 1, out: '', errors: refuse.secretMissing(secret).message })
  expect(existsSync(secret)).toBe(false)
  writeFileSync(secret, `${randomBytes(32).toString('base64')}\n`)
  expect(await parley('fsck')).toEqual({ code: 1, out: '', errors: refuse.secretOfAnother(secret).message })
  renameSync(`${secret}.away`, secret)
  expect(await parley('fsck')).toMatchObject({ code: 0 })
})
