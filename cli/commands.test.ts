import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parleyProcess, temporaryFolder } from '../test/parley-process.ts'

const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
afterAll(() => folder.remove())

async function parley(...args: string[]) {
  const { ended, said } = parleyProcess(args, { dataDir })
  return { code: await ended(), out: said.out.trim(), errors: said.errors.trim() }
}

test('without a server a command brings its own database, and stops it', async () => {
  expect(await parley('migrate')).toMatchObject({ code: 0, out: expect.stringMatching(/^Applied: 0001-/) })
  expect(await parley('migrate')).toMatchObject({ code: 0, out: 'The database is up to date.' })
})

test('an account needs an organization', async () => {
  expect(await parley('create-user', 'ada@example.org', 'Ada')).toMatchObject({
    code: 1,
    errors: 'There is no organization yet: create one with "parley create-org".',
  })
})

test('organizations and accounts are created, once', async () => {
  expect(await parley('create-org', 'Elsinore', '--host', 'elsinore.example.org')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Email: {4}owner@elsinore\.example\.org\nPassword: \S+\nAPI key: {2}\w{32}$/),
  })
  expect(await parley('invite', 'king.claudius@example.org')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The account of King Claudius exists now\./),
  })
  expect(await parley('create-user', 'King.Claudius@example.org', 'Claudius')).toMatchObject({
    code: 1,
    errors: 'Email is already in use.',
  })
})

test('with several organizations a command has to say which', async () => {
  await parley('create-org', 'Wittenberg', '--host', 'wittenberg.example.org')
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

test('what was created is consistent', async () => {
  expect(await parley('fsck')).toMatchObject({ code: 0, out: expect.stringMatching(/^Everything is consistent: \d+ /) })
})
