import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './tools.ts'

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[]
}

/** The order inside the features is in .dependency-cruiser.cjs. It is too detailed for a diagram. */
const KINDS: readonly [RegExp, string][] = [
  [/^server\/app\.ts$/, 'app'],
  [/^server\/open-context\.ts$/, 'open-context'],
  [/^server\/features\.ts$/, 'list of features'],
  [/^server\/(?!kernel\/feature\.ts).+\/feature\.ts$/, 'doors'],
  [/^server\/operations\/(process|populate|fsck)\//, '$1'],
  [/^server\/kernel\/(http|db|log|realm-state|transaction|events|nodes|jobs|files|ledger|rendering)\//, '$1'],
  [/^server\/kernel\/(?:(?:base|wire|mail|texts|access|attachments)\/|[^/]+$)/, ''],
  [/^server\/(?:.+\/)?routes\.ts$/, 'routes'],
  [/^server\/[^/]+\//, 'features'],
  [/^(api|client|markdown|web|cli)\//, '$1'],
]

/** A Mermaid diagram of the imports, without arrows that follow from others. */
export async function importDiagram(): Promise<string> {
  const folders = ['api', 'client', 'markdown', 'server', 'web', 'cli'].filter((name) => existsSync(join(root, name)))
  const args = ['--no-config', '--output-type', 'json', '--ts-pre-compilation-deps', '--ts-config', 'tsconfig.json']
  const { output } = await runTool('dependency-cruiser', 'depcruise', [
    ...args,
    '--do-not-follow',
    'node_modules',
    ...folders,
  ])
  const arrows = reduced(arrowsOf(JSON.parse(output) as Cruise))
  const lines = [...arrows].flatMap(([from, targets]) => [...targets].map((to) => `  ${box(from)} --> ${box(to)}`))
  return ['```mermaid', 'flowchart TD', ...lines.sort(), '```'].join('\n')
}

/** This file has only types of log rows for memory. Its arrow would point up and hide others. */
const SHAPES = 'server/kernel/realm-state/state-change.ts'

type Arrows = Map<string, Set<string>>

function arrowsOf({ modules }: Cruise): Arrows {
  const arrows: Arrows = new Map()
  for (const { source, dependencies } of modules.filter((module) => !/(\.test|\/negative)\.ts$/.test(module.source))) {
    const from = kindOf(source)
    if (!from) continue
    for (const { resolved } of dependencies) {
      const to = resolved === SHAPES ? null : kindOf(resolved)
      if (to && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  return arrows
}

function kindOf(path: string): string | null {
  for (const [pattern, name] of KINDS) {
    const match = pattern.exec(path)
    if (match) return name.replace('$1', match[1] ?? '') || null
  }
  return null
}

/** Drops an arrow if another path leads to the same target. */
function reduced(arrows: Arrows): Arrows {
  const result: Arrows = new Map()
  for (const [from, targets] of arrows) {
    const kept = [...targets].filter(
      (to) => ![...targets].some((via) => via !== to && reaches(arrows, via, to, new Set([from]))),
    )
    result.set(from, new Set(kept))
  }
  return result
}

function reaches(arrows: Arrows, from: string, to: string, seen: Set<string>): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  const targets = arrows.get(from) ?? new Set()
  return targets.has(to) || [...targets].some((next) => reaches(arrows, next, to, seen))
}

const box = (name: string): string => `${name.replace(/[^a-z]+/g, '_')}["${name}"]`
