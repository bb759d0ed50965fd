// Prints how the features of the server hang together.
import { createRequire } from 'node:module'
import { root } from '../tools.ts'
import { folderGraph } from './folder-graph.ts'
import { knots } from './knots.ts'

interface ImportOrder {
  readonly required: readonly unknown[]
  readonly forbidden: readonly { readonly name: string }[]
}

const order = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as ImportOrder
const layers = new Set(order.forbidden.flatMap(({ name }) => /^(.+)-is-below-(.+)$/.exec(name)?.slice(1) ?? []))
const graph = folderGraph(root)
const found = knots(graph)

console.log(`feature folders: ${graph.size}`)
console.log(`layers: ${layers.size}`)
console.log(`imports against the order of areas: ${order.required.length}`)
console.log(`knots: ${found.length}`)
for (const knot of found) console.log(`  ${knot.length}: ${knot.join(' ')}`)
for (const from of found[0] ?? [])
  for (const [to, files] of graph.get(from) ?? [])
    if (found[0]?.includes(to))
      console.log(`    ${from} -> ${to}: ${files.size} ${files.size === 1 ? 'file' : 'files'}`)
