import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A checkout with the launcher and a program, a fake npm, and no Node of ours. */
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-install-'))
  mkdirSync(join(root, 'scripts'))
  for (const file of ['bundled.mjs', 'launch.mjs', 'run.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(root, 'scripts', file))
  writeFileSync(join(root, 'program.mjs'), `console.log('program ran')`)
  writeFileSync(join(root, 'npm.js'), npm(0))
  writeFileSync(join(root, 'package-lock.json'), lock('new'))
})
afterEach(() => rmSync(root, { recursive: true }))

const lock = (integrity: string) => JSON.stringify({ packages: { '': {}, 'node_modules/a': { integrity } } })
const npm = (code: number) => `
  const fs = require('node:fs')
  console.log('npm ' + process.argv.slice(2).join(' '))
  if (${code} === 0) {
    fs.mkdirSync('node_modules', { recursive: true })
    fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
  }
  process.exitCode = ${code}`

/** Marks it as installed an hour ago. */
function installed(integrity: string) {
  const file = join(root, 'node_modules', '.package-lock.json')
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(file, lock(integrity))
  utimesSync(file, Date.now() / 1000 - 3600, Date.now() / 1000 - 3600)
}

function launch(version = process.versions.node) {
  const values = { platform: 'darwin', version: `v${version}`, versions: { ...process.versions, node: version } }
  const pretend = `Object.defineProperties(process, ${JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
  )})`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'scripts/run.mjs', 'program.mjs']
  const env = { ...process.env, npm_execpath: join(root, 'npm.js') }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  return { status, out: stdout, errors: stderr }
}

test('missing dependencies are installed, and then the program runs', () => {
  const { status, out, errors } = launch()
  expect({ status, out }).toEqual({ status: 0, out: 'npm ci\nprogram ran\n' })
  expect(errors).toContain('The dependencies are not installed yet. Installing them with npm ci')
  expect(launch()).toEqual({ status: 0, out: 'program ran\n', errors: '' })
})

test('dependencies older than the lock file are installed again', () => {
  installed('old')
  const { out, errors } = launch()
  expect(out).toBe('npm ci\nprogram ran\n')
  expect(errors).toContain('The dependencies are older than package-lock.json.')
})

test('a lock file with only a new time does not cause an installation', () => {
  installed('new')
  expect(launch()).toEqual({ status: 0, out: 'program ran\n', errors: '' })
})

test('a failed installation prints what to do, and runs nothing', () => {
  writeFileSync(join(root, 'npm.js'), npm(1))
  const { status, out, errors } = launch()
  expect({ status, out }).toEqual({ status: 1, out: 'npm ci\n' })
  expect(errors).toContain('npm ci failed: see its message above, check the network and the free space')
})

test('on other systems than Linux an older Node is refused in one sentence', () => {
  installed('new')
  const { status, out, errors } = launch('22.11.0')
  expect({ status, out }).toEqual({ status: 1, out: '' })
  expect(errors).toBe(
    `Parley needs Node.js 24 or newer on darwin ${process.arch}, and this is v22.11.0: ` +
      'install Node.js 24 from https://nodejs.org and run the same command again.\n',
  )
})
