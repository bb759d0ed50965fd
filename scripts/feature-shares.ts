import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { featureImports } from './structure/imports.ts'
import { root } from './tools.ts'

/** These bring features together, so they have no door. */
const WITHOUT_DOOR = ['server', 'server/operations/process']

/** Imports of files that their feature does not share, and shared files that no other feature imports, one line each. */
export function shareProblems(): string[] {
  const files = globSync('server/!(kernel)/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  const doors = new Set(files.filter((file) => file.endsWith('/feature.ts')).map((file) => dirname(file)))
  const featureOf = (file: string): string => {
    for (let folder = dirname(file); ; folder = dirname(folder))
      if (doors.has(folder) || WITHOUT_DOOR.includes(folder)) return folder
  }
  const closed = files.filter((file) => featureOf(file) === 'server' && file.split('/').length > 2)
  const crossing = files
    .flatMap((file) => featureImports(root, file))
    .filter(({ from, to }) => featureOf(from) !== featureOf(to))
  const shared = [...doors].flatMap((folder) => sharedBy(folder).map((name) => `${folder}/${name}.ts`))
  const used = new Set(crossing.map(({ to }) => to))
  return [
    ...closed.map((file) => `${file} belongs to no feature: its folder needs a feature.ts.`),
    ...crossing
      .filter(({ to }) => !shared.includes(to) && !to.endsWith('/feature.ts'))
      .map(({ from, to }) => `${from} imports ${to}, which ${featureOf(to)}/feature.ts does not share.`),
    ...shared
      .filter((file) => !used.has(file))
      .map((file) => `${featureOf(file)}/feature.ts shares ${file} for nobody.`),
  ]
}

function sharedBy(folder: string): string[] {
  const [, list = ''] = /^ {2}shares: \[(.*?)\]/ms.exec(readFileSync(join(root, folder, 'feature.ts'), 'utf8')) ?? []
  return [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}
