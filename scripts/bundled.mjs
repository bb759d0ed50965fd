// Plain JavaScript without dependencies, because scripts/launch.mjs runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const SOURCE = join(root, 'cli', 'parley.ts')

/**
 * The file that runs Parley: a bundle of its sources, or the sources where no bundle can be written. A bundle loads
 * few files instead of a thousand, so it starts sooner and takes less memory. It is made again when a source changes.
 */
export function bundledEntry(node) {
  // The bundle must be as deep as server/kernel: see server/kernel/checkout.ts.
  const folder = join(root, '.cache', `parley-${fingerprint()}`)
  const entry = join(folder, 'parley.js')
  if (existsSync(entry)) return entry
  const bundler = join(root, 'scripts', 'bundle.ts')
  spawnSync(node, ['--disable-warning=ExperimentalWarning', bundler, folder], { stdio: 'inherit' })
  return existsSync(entry) ? entry : SOURCE
}

/** Changes with the size or time of any file that the bundle is made of. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...['api', 'cli', 'markdown', 'server'].flatMap(sources)]) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 12)
}

const sources = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => join(folder, file))
