// Builds the web app into the folder that is given. The server starts this: see server/kernel/http/web-app/built-app.ts.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { removeOld } from '../remove-old.ts'
import { root } from '../tools.ts'
import { drawIcons } from './pictures.ts'
import { buildScripts } from './scripts.ts'
import { joinStyles } from './styles.ts'
import { typesetterFiles } from './typesetter.ts'

const web = join(root, 'web')
/** Where the server serves the files. */
const ADDRESS = '/static/web'
/** These are compressed already. */
const PACKED = new Set(['.png', '.woff2'])

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the web app.')
await bundle(folder)

/** Made under another name first: processes that start together must not see half of it. */
async function bundle(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const { entries, files, preloads } = await buildScripts(web)
  const icon = readFileSync(join(web, 'icon.svg'))
  const others: (readonly [string, Buffer])[] = [
    ['app.css', Buffer.from(joinStyles(web))],
    ['icon.svg', icon],
    ...(await drawIcons(icon)),
  ]
  const hashed = [...others, ...typesetterFiles(hashedName)].map(([name, bytes]) => ({
    name,
    file: hashedName(name, bytes),
    bytes,
  }))
  for (const [file, text] of files) write(unfinished, file, Buffer.from(text))
  for (const { file, bytes } of hashed) write(unfinished, file, bytes)
  const names = new Map([...entries, ...hashed.map(({ name, file }) => [name, file] as const)])
  writeFileSync(
    join(unfinished, 'index.html'),
    fillPage(readFileSync(join(web, 'index.html'), 'utf8'), names, preloads),
  )
  writeFileSync(join(unfinished, 'names.json'), JSON.stringify(Object.fromEntries(names)))
  try {
    renameSync(unfinished, folder)
  } catch {
    // Another process was faster.
    rmSync(unfinished, { recursive: true })
  }
  removeOld(dirname(folder), 'web')
}

function hashedName(name: string, bytes: Buffer): string {
  const end = extname(name)
  return `${name.slice(0, -end.length)}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}${end}`
}

function write(folder: string, file: string, bytes: Buffer): void {
  writeFileSync(join(folder, file), bytes)
  if (PACKED.has(extname(file))) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }))
  writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }))
}

/** `{{boot.js}}` becomes the address of that file. Chunks of the start are asked for together with it. */
function fillPage(html: string, names: ReadonlyMap<string, string>, preloads: readonly string[]): string {
  const address = (name: string) => {
    const file = names.get(name)
    if (file === undefined) throw new Error(`index.html names ${name}, which is not built`)
    return `${ADDRESS}/${file}`
  }
  const links = preloads.map((file) => `<link rel="modulepreload" href="${ADDRESS}/${file}">\n`).join('')
  return html
    .replaceAll(/\{\{([\w.-]+)\}\}/g, (_, name: string) => address(name))
    .replace('</head>', () => `${links}</head>`)
}
