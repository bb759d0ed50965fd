// Records the size of the Markdown engine in a browser. A test compares it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSizes } from '../test/browser/bundle-size.ts'
import { root } from './tools.ts'

const sizes = await bundleSizes()
writeFileSync(join(root, 'docs', 'markdown-bundle.json'), `${JSON.stringify(sizes, null, 2)}\n`)
for (const [part, { minified, gzip }] of Object.entries(sizes)) console.log(`${part}: ${minified} B, gzip ${gzip} B`)
