import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../kernel/base/config.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { type FirstOrganization, firstStart, printSignIn } from './first-start.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-first-'))
  file = join(folder, 'first-sign-in.txt')
})
afterEach(() => rmSync(folder, { recursive: true }))

const KEY = 'k'.repeat(32)
const configured = (env: Record<string, string> = {}) => readConfig({ PARLEY_DATA_DIR: folder, ...env })
const written = () => readFileSync(file, 'utf8')

function context(has = false, failure?: Error) {
  const created: FirstOrganization[] = []
  return {
    created,
    /** The content of the file when the organization was created. */
    beforehand: '',
    hasOrganization: async () => has,
    async create(wanted: FirstOrganization) {
      this.beforehand = written()
      if (failure) throw failure
      created.push(wanted)
      return { apiKey: KEY }
    },
  }
}

test('without settings, organization and owner are generated', async () => {
  const to = context()
  const { text } = (await firstStart(configured(), to))!
  const [{ owner }, ...others] = to.created as [FirstOrganization]
  expect(others).toEqual([])
  expect(to.created).toMatchObject([{ name: 'Parley', host: 'localhost' }])
  expect(owner).toMatchObject({ fullName: 'Owner', email: 'owner@localhost' })
  expect(text).toBe(`Open this address in a browser and sign in as the owner; this is shown only once:
  address   http://localhost:9991
  email     owner@localhost
  password  ${owner.password}
  API key   ${KEY}
Send a first message, to the channel that exists already:
  curl -sS -u 'owner@localhost:${KEY}' http://localhost:9991/api/v1/messages -d type=channel -d to=general -d topic=hello -d content=Hello
`)
  expect(written()).toBe(text)
})

test('settings are used, and the password is not shown', async () => {
  const to = context()
  const env = {
    PARLEY_URL: 'https://chat.example.org',
    PARLEY_ORG_NAME: 'Elsinore',
    PARLEY_OWNER_NAME: 'Hamlet',
    PARLEY_OWNER_EMAIL: "ham'let@example.org",
    PARLEY_OWNER_PASSWORD: 'words, words, words 7',
  }
  const { text } = (await firstStart(configured(env), to))!
  expect(to.created).toMatchObject([{ name: 'Elsinore', host: 'chat.example.org', owner: { fullName: 'Hamlet' } }])
  expect(text).toContain('password  (the one you have set)')
  expect(text).not.toContain('words, words')
  expect(text).toContain(`-u 'ham'\\''let@example.org:`)
})

test('a weak password is refused before anything is created', async () => {
  const to = context()
  await expect(firstStart(configured({ PARLEY_OWNER_PASSWORD: 'password1' }), to)).rejects.toThrow(
    'PARLEY_OWNER_PASSWORD is too easy to guess: choose a longer or less common one.',
  )
  expect(to.created).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('an existing organization is left alone', async () => {
  const to = context(true)
  expect(await firstStart(configured(), to)).toBe(null)
  expect(to.created).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('the password is in the file before the organization exists, and only its owner can read the file', async () => {
  // Left by an interrupted start.
  writeFileSync(file, 'earlier', { mode: 0o644 })
  const to = context()
  await firstStart(configured(), to)
  expect(to.beforehand).toContain('email     owner@localhost')
  expect(to.beforehand).toContain(`password  ${to.created[0]?.owner.password}\n`)
  expect(to.beforehand).not.toContain('earlier')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('nothing is created while the file cannot be written', async () => {
  mkdirSync(file)
  const to = context()
  await expect(firstStart(configured(), to)).rejects.toThrow(
    expect.objectContaining({ name: 'StartupRefusal', message: expect.stringContaining(`The file ${file}, which`) }),
  )
  expect(to.created).toEqual([])
})

test('the file stays after a failure with unknown outcome, and is removed after a refusal', async () => {
  await expect(firstStart(configured(), context(false, new Error('connection lost')))).rejects.toThrow(
    'connection lost',
  )
  expect(written()).toContain('password  ')
  await expect(firstStart(configured(), context(false, refuse.secretOfAnother('s')))).rejects.toThrow('The secret in s')
  expect(readdirSync(folder)).toEqual([])
})

test('a terminal shows everything and the file is removed; otherwise only the file name is logged', () => {
  writeFileSync(file, 'secret')
  const [shown, logged]: [string[], string[]] = [[], []]
  const tell = (isTTY: boolean) =>
    printSignIn(
      { file, text: 'secret\n' },
      { isTTY, write: (text) => shown.push(text) },
      { info: (text) => void logged.push(text) },
    )
  tell(false)
  expect({ shown, logged }).toEqual({ shown: [], logged: [`The sign-in details are in ${file}`] })
  expect(written()).toBe('secret')
  tell(true)
  expect({ shown, logged: logged.length }).toEqual({ shown: ['\nsecret\n\n'], logged: 1 })
  expect(readdirSync(folder)).toEqual([])
})
