import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CHECKOUT } from '../../checkout.ts'
import { type Asset, etagOf } from '../answer/asset.ts'
import { fingerprintOf } from './sources.ts'

/** The web app as scripts/web/bundle-web.ts makes it. */
export interface BuiltApp {
  readonly page: string
  /** By name. A name changes with the content. */
  readonly files: ReadonlyMap<string, Asset>
  /** The file of each part that the server names itself: `favicon.ico`. */
  fileOf(part: string): string
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
  '.woff2': 'font/woff2',
}

const checkout = fileURLToPath(CHECKOUT)
const cache = join(checkout, '.cache')
/** Under `npm run dev` and in tests. Then the app is built again when one of its files has changed. */
const runsFromSource = import.meta.url.endsWith('.ts')

/** How long the files are taken to be as they were, in milliseconds. To look at all of them takes a twentieth of a second. */
const UNCHANGED_FOR = 2_000

let current: { readonly fingerprint: string; readonly app: Promise<BuiltApp> } | undefined
let lookedAt = 0

/** The web app, built if this has not happened yet: once for each state of its sources. */
export function builtApp(): Promise<BuiltApp> {
  if (current && (!runsFromSource || performance.now() - lookedAt < UNCHANGED_FOR)) return current.app
  lookedAt = performance.now()
  const fingerprint = fingerprintOf(checkout)
  if (current?.fingerprint === fingerprint) return current.app
  const app = load(fingerprint)
  const made = { fingerprint, app }
  current = made
  app.catch(() => {
    if (current === made) current = undefined
  })
  return app
}

async function load(fingerprint: string): Promise<BuiltApp> {
  const folder = join(cache, `web-${fingerprint}`)
  if (existsSync(folder)) return read(folder)
  if (await isWritable()) {
    await build(folder)
    return read(folder)
  }
  const parent = await mkdtemp(join(tmpdir(), 'parley-web-'))
  try {
    await build(join(parent, 'web'))
    return await read(join(parent, 'web'))
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

async function isWritable(): Promise<boolean> {
  try {
    await mkdir(cache, { recursive: true })
    await access(cache, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const stopping = new AbortController()

/** A server that stops does not wait for the app: to build it may take longer than the server has. */
export const stopBuilding = (): void => stopping.abort()

/** In a process of its own: the bundler takes more memory than the server, and ends with it. */
async function build(folder: string): Promise<void> {
  const program = join(checkout, 'scripts', 'web', 'bundle-web.ts')
  const args = ['--disable-warning=ExperimentalWarning', program, folder]
  const options = { signal: stopping.signal, killSignal: 'SIGKILL' } as const
  const building = promisify(execFile)(process.execPath, args, options)
  const ended = once(building.child, 'close')
  try {
    await building
  } catch (error) {
    await ended
    await rm(`${folder}.${building.child.pid}`, { recursive: true, force: true })
    throw error
  }
}

async function read(folder: string): Promise<BuiltApp> {
  const names = new Set(await readdir(folder))
  const bytesOf = (name: string) => readFile(join(folder, name))
  const files = new Map<string, Asset>()
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const identity = await bytesOf(name)
    const compressed = names.has(`${name}.br`)
      ? { br: await bytesOf(`${name}.br`), gzip: await bytesOf(`${name}.gz`) }
      : {}
    files.set(name, { type, etag: etagOf(identity), identity, ...compressed })
  }
  const parts = JSON.parse((await bytesOf('names.json')).toString('utf8')) as Record<string, string>
  return { page: (await bytesOf('index.html')).toString('utf8'), files, fileOf: (part) => parts[part] ?? part }
}
