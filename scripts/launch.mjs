// Runs on any Node (20 or newer): installs missing dependencies, then starts the pinned Node, which runs TypeScript
// directly. Plain JavaScript without dependencies, because nothing may be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledEntry } from './bundled.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs `file` (relative to the checkout) with the pinned Node. `--watch` before it restarts on changes. */
export function launch([...args]) {
  installWhenNeeded()
  const flags = ['--disable-warning=ExperimentalWarning']
  while (args[0] === '--watch') flags.push(args.shift())
  const [file, ...rest] = args
  if (rest[0] === 'serve')
    flags.push(...JSON.parse(readFileSync(join(root, 'server', 'operations', 'process', 'node-flags.json'), 'utf8')))
  if (!file) fail('Say which file to run, for example: node scripts/run.mjs cli/parley.ts --help')
  const node = pinnedNode()
  const isParley = resolve(root, file) === join(root, 'cli', 'parley.ts')
  const program = isParley && !flags.includes('--watch') ? bundledEntry(node) : resolve(root, file)
  const child = spawn(node, [...flags, program, ...rest], { stdio: 'inherit', env: environment() })
  // The child decides when to end, because it may have requests to finish and a database to stop.
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Node could not be started: ${error.message}. Remove node_modules and try again.`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * Keeps compiled modules between starts. Set in the environment and not by a call, because only then the entry's own
 * stripped types are cached too, and the compiler that strips them (16 MB) is never loaded.
 */
function environment() {
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled')
  return { ...process.env, NODE_COMPILE_CACHE: cache }
}

function installWhenNeeded() {
  const reason = whyInstall()
  if (!reason) return
  process.stderr.write(`${reason} Installing them with npm ci; this takes up to a minute…\n`)
  const npm = process.env.npm_execpath
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.signal) process.exit(128 + (constants.signals[done.signal] ?? 0))
  if (done.error?.code === 'ENOENT') fail('npm was not found. Install Node.js 20 or newer together with npm.')
  if (done.error || done.status !== 0) {
    fail('npm ci failed: see its message above, check the network and the free space, then run the same command again.')
  }
  process.stderr.write('Dependencies are installed.\n')
}

function whyInstall() {
  const wanted = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return 'The dependencies are not installed yet.'
  if (statSync(installed).mtimeMs >= statSync(wanted).mtimeMs || sameContent(wanted, installed)) return null
  return 'The dependencies are older than package-lock.json.'
}

/** A checkout may change only the time of the lock file, which is no reason to install again. */
function sameContent(wanted, installed) {
  try {
    const want = JSON.parse(readFileSync(wanted, 'utf8')).packages
    const have = JSON.parse(readFileSync(installed, 'utf8')).packages
    const fits = ([path, entry]) =>
      path === '' || (have[path] ? have[path].integrity === entry.integrity : entry.optional || entry.devOptional)
    return Object.entries(want).every(fits) && Object.keys(have).every((path) => path in want)
  } catch {
    return false
  }
}

function pinnedNode() {
  const shipped = join(root, 'node_modules', '.bin', 'node')
  if (process.platform === 'linux' && existsSync(shipped)) return shipped
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return fail(
    `Parley needs Node.js 24 or newer on ${process.platform} ${process.arch}, and this is ${process.version}: ` +
      'install Node.js 24 from https://nodejs.org and run the same command again.',
  )
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
