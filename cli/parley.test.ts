import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '../server/kernel/base/settings.ts'
import { COMMANDS } from './commands.ts'
import { commandHelp } from './help.ts'

function parley(args: string[], env: Record<string, string> = {}) {
  const program = join(import.meta.dirname, 'parley.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    // None of these opens a database. If one did, it must not create it in the checkout.
    env: { PATH: process.env['PATH'], PARLEY_DATA_DIR: '/dev/null', ...env },
  })
  return { status, stdout, stderr: stderr.trim() }
}

test('the general help lists every command and every setting', () => {
  const { status, stdout } = parley(['--help'])
  expect(status).toBe(0)
  for (const { name } of [...COMMANDS, ...SETTINGS]) expect(stdout).toContain(`  ${name} `)
})

test('a reader that ends before the output is no error', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'parley.ts'), '--help'], { stdio: 'pipe' })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdout.destroy()
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
})

test.each(COMMANDS.map((command) => [command.name, command] as const))('%s has its own help', (_, command) => {
  const help = commandHelp(command)
  expect(help).toMatch(new RegExp(`^Usage: parley ${command.name}`))
  for (const name of Object.keys(command.options)) expect(help).toContain(`--${name}`)
})

test.each([
  [['frob'], 'There is no command "frob". See: parley --help'],
  [['create-org'], 'NAME is missing. See: parley create-org --help'],
  [['create-org', 'Acme'], '--host HOST is missing. See: parley create-org --help'],
  [
    ['create-org', 'A', 'B', '--host', 'x'],
    '"B" is one word too many; put names with spaces in quotes. See: parley create-org --help',
  ],
  [
    ['create-org', 'Acme', '--host', 'chat.example.org:8443'],
    '--host is "chat.example.org:8443": write a host name of letters, digits, dots and hyphens, without scheme and port, such as chat.example.org. See: parley create-org --help',
  ],
  [
    ['create-org', 'x'.repeat(300), '--host', 'chat.example.org'],
    'NAME has 300 characters: write a name of 1 to 40 characters. See: parley create-org --help',
  ],
  [['serve', '--port', '1'], "Unknown option '--port'. See: parley serve --help"],
  [
    ['permit', 'ada@example.org', 'fly'],
    '"fly" is not a right; there are can_create_users and can_change_user_emails. See: parley permit --help',
  ],
])('wrong usage %j ends with code 2', (args, sentence) => {
  expect(parley(args)).toEqual({ status: 2, stdout: '', stderr: sentence })
})

test('an empty name is refused', () => {
  expect(parley(['create-org', '', '--host', 'chat.example.org'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^NAME .*: write a name of 1 to 40 characters\./),
  })
})

test('the version is that of the package', () => {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
  expect(parley(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test('a wrong setting is refused in one sentence with code 1', () => {
  expect(parley(['serve'], { PARLEY_PORT: 'x' })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'PARLEY_PORT is "x": write a port number from 1 to 65535.',
  })
})
