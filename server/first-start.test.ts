import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type FirstOrganization, firstStart, signInText, writeSignIn } from './first-start.ts'

function door(has = false) {
  const created: FirstOrganization[] = []
  return {
    created,
    hasOrganization: async () => has,
    create: async (wanted: FirstOrganization) => {
      created.push(wanted)
      return { apiKey: 'k'.repeat(32) }
    },
  }
}

test('without settings, organization and owner are made up', async () => {
  const first = await firstStart(readConfig({}), door())
  expect(first).toMatchObject({ name: 'Parley', host: 'localhost', passwordGiven: false })
  expect(first?.owner).toMatchObject({ fullName: 'Owner', email: 'owner@localhost' })
  expect(signInText('http://localhost:9991', first!)).toContain(first!.owner.password)
})

test('with settings, these are taken, and the password is shown nowhere', async () => {
  const env = {
    PARLEY_URL: 'https://chat.example.org',
    PARLEY_ORG_NAME: 'Elsinore',
    PARLEY_OWNER_NAME: 'Hamlet',
    PARLEY_OWNER_EMAIL: "ham'let@example.org",
    PARLEY_OWNER_PASSWORD: 'words, words, words 7',
  }
  const first = await firstStart(readConfig(env), door())
  expect(first).toMatchObject({ name: 'Elsinore', host: 'chat.example.org', passwordGiven: true })
  const text = signInText('https://chat.example.org', first!)
  expect(text).not.toContain('words, words')
  expect(text).toContain(`-u 'ham'\\''let@example.org:`)
})

test('a weak password is refused before anything is created', async () => {
  const to = door()
  await expect(firstStart(readConfig({ PARLEY_OWNER_PASSWORD: 'password1' }), to)).rejects.toThrow(
    'PARLEY_OWNER_PASSWORD is too easy to guess: choose a longer or less common one.',
  )
  expect(to.created).toEqual([])
})

test('an organization that exists is left alone', async () => {
  const to = door(true)
  expect(await firstStart(readConfig({}), to)).toBe(null)
  expect(to.created).toEqual([])
})

test('the file is for its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-first-'))
  const file = writeSignIn(folder, 'hello')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe('hello\n')
  rmSync(folder, { recursive: true })
})
