import { join } from 'node:path'
import { type BuildOptions, build, type OutputChunk, type OutputOptions } from 'rolldown'

export interface Scripts {
  /** The file of each entry, by its name in the page: `boot.js`. */
  readonly entries: ReadonlyMap<string, string>
  /** The text of each file. The names contain the hashes of the texts. */
  readonly files: ReadonlyMap<string, string>
  /** What the page needs before it can start, besides the entry itself. */
  readonly preloads: readonly string[]
}

const NAMES = '[name]-[hash].js'
const OUTPUT: OutputOptions = { entryFileNames: NAMES, chunkFileNames: NAMES, minify: true }

const common = (web: string): BuildOptions => ({
  cwd: web,
  platform: 'browser',
  logLevel: 'warn',
  // The compiler of JSX is set in tsconfig.json.
  transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
})

/** Page and worker share chunks. The theme is a classic script, because modules run after the first paint. */
export async function buildScripts(web: string): Promise<Scripts> {
  const modules = await chunksOf({
    ...common(web),
    input: { boot: join(web, 'boot.ts'), hub: join(web, 'workers', 'hub.ts') },
    output: { ...OUTPUT, format: 'esm' },
  })
  const classic = await chunksOf({
    ...common(web),
    input: { theme: join(web, 'theme.ts') },
    output: { ...OUTPUT, format: 'iife' },
  })
  const chunks = [...modules, ...classic]
  const boot = modules.find(({ name, isEntry }) => isEntry && name === 'boot')
  return {
    entries: new Map(chunks.filter(({ isEntry }) => isEntry).map(({ name, fileName }) => [`${name}.js`, fileName])),
    files: new Map(chunks.map(({ fileName, code }) => [fileName, code])),
    preloads: boot ? importedBy(boot, modules) : [],
  }
}

async function chunksOf(options: BuildOptions): Promise<OutputChunk[]> {
  const built = await build({ ...options, write: false })
  return built.output.filter((file) => file.type === 'chunk')
}

function importedBy(entry: OutputChunk, chunks: readonly OutputChunk[]): string[] {
  const found = new Set(entry.imports)
  // A set goes on with what is added meanwhile.
  for (const name of found)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(next)
  return [...found]
}
