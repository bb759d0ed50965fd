// Records how large the Markdown engine is in a browser; a test compares.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSizes } from '../test/browser/bundle-size.ts'
import { root } from './tools.ts'

const sizes = await bundleSizes()
writeFileSync(join(root, 'docs', 'markdown-bundle.json'), `${JSON.stringify(sizes, null, 2)}\n`)
for (const [part, { minified, gzip }] of Object.entries(sizes)) console.log(`${part}: ${minified} B, gzip ${gzip} B`)
