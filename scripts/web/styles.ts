import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LAYERS = ['tokens', 'base', 'ui', 'areas', 'screens'] as const
/** Names the layers in their order, so it comes first. */
const ORDER = 'styles/layers.css'

/** A file belongs to the layer of its place. What is neither a token, nor general, nor a control is part of an area. */
function layerOf(file: string): (typeof LAYERS)[number] {
  if (file === 'styles/tokens.css') return 'tokens'
  if (file.startsWith('styles/screens')) return 'screens'
  if (file.startsWith('styles/')) return 'base'
  return file.startsWith('ui/') ? 'ui' : 'areas'
}

/** All stylesheets of the app as one, in the order of their layers. */
export function joinStyles(web: string): string {
  const files = globSync('**/*.css', { cwd: web }).toSorted()
  const read = (file: string) => readFileSync(join(web, file), 'utf8')
  const inLayer = (file: string) => {
    const css = read(file)
    return /^\s*@layer\b/m.test(css) ? css : `@layer ${layerOf(file)} {\n${css}}\n`
  }
  return [
    ...files.filter((file) => file === ORDER).map(read),
    ...LAYERS.flatMap((layer) => files.filter((file) => file !== ORDER && layerOf(file) === layer).map(inLayer)),
  ].join('')
}
