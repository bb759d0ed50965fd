import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Import {
  readonly from: string
  readonly to: string
}

/** What a file of a feature imports from features. Imports of types count. The paths start at the root. */
export function featureImports(root: string, from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8')
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
    .map(([, path = '']) => ({ from, to: join(dirname(from), path) }))
    .filter(({ to }) => /^server\/(?!kernel\/)[^/]+\//.test(to) && existsSync(join(root, to)))
}
