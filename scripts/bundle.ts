// Bundles Parley into the folder that is given. See scripts/bundled.mjs.
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { removeOld } from './remove-old.ts'
import { root } from './tools.ts'

/** Packages of many files. The others stay outside: some read files of their own, and some are rarely loaded. */
const INSIDE = /^(kysely|zod|markdown-it)(\/|$)/

const HTTP = 'node:http'
/**
 * An import of `node:http` evaluates everything that it exports, and some exports load the client behind `fetch`: 40 ms
 * and 4 MB that the server does not need. The bundle takes the exports that need no evaluation.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  resolveId: (id) => (id === HTTP ? `\0${HTTP}` : null),
  load: (id) =>
    id === `\0${HTTP}` ? `export const { ${plainNames(http)} } = process.getBuiltinModule('${HTTP}')` : null,
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the bundle.')
if (isWritable(dirname(folder))) await bundle(folder)

function plainNames(module: object): string {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(module))
  return properties.flatMap(([name, { get }]) => (get === undefined ? [name] : [])).join(', ')
}

function isWritable(parent: string): boolean {
  try {
    if (!existsSync(parent)) mkdirSync(parent)
    accessSync(parent, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Made under another name first: processes that start together must not see half a bundle. */
async function bundle(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await build({
    input: { parley: join(root, 'cli', 'parley.ts') },
    cwd: root,
    platform: 'node',
    external: (id) => !/^[./]/.test(id) && id !== HTTP && !INSIDE.test(id),
    plugins: [plainHttp],
    logLevel: 'warn',
    output: {
      dir: unfinished,
      format: 'esm',
      // Stack traces name the sources, which stand beside the bundle. Node reads the whole map at the start.
      sourcemap: true,
      sourcemapExcludeSources: true,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    },
  })
  try {
    renameSync(unfinished, folder)
  } catch {
    // Another process was faster.
    rmSync(unfinished, { recursive: true })
  }
  removeOld(dirname(folder), 'parley')
}
