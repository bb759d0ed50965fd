import { globSync } from 'node:fs'
import { featureImports } from './imports.ts'

/** For each folder of a feature, the folders it imports from and the files that do so. */
export type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/** The folders of features, as `people/users`. The files beside the folders of an area are a folder, too: `channels`. */
export function folderGraph(root: string): FolderGraph {
  const files = globSync('server/!(kernel)/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const graph = new Map<string, Map<string, Set<string>>>(files.map((file) => [folderOf(file), new Map()]))
  for (const { from, to } of files.flatMap((file) => featureImports(root, file))) {
    const edges = graph.get(folderOf(from))
    const target = folderOf(to)
    if (edges && target !== folderOf(from)) edges.set(target, (edges.get(target) ?? new Set()).add(from))
  }
  return graph
}

const folderOf = (file: string): string => file.split('/').slice(1, -1).slice(0, 2).join('/')
