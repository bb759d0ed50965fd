// Checks the source without running it. Prints one line per step, and the output of failed steps only.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '../api/contract.ts'
import { endpoints } from '../api/endpoints/index.ts'
import { undescribed } from './api/api-descriptions.ts'
import { exampleProblems, readExamples } from './api/api-examples.ts'
import { undocumentedDependencies } from './dependency-document.ts'
import { shareProblems } from './feature-shares.ts'
import { staleFiles } from './generated.ts'
import { sizeProblems } from './house-size.ts'
import { knotProblems } from './structure/knot-problems.ts'
import { type Outcome, root, runTool, SOURCES } from './tools.ts'

interface Step {
  readonly name: string
  run(): Promise<Outcome>
}

const operations: readonly Endpoint[] = Object.values(endpoints)
const folders = SOURCES.filter((folder) => existsSync(join(root, folder)))

// The longest step first: with two at a time it determines the total time.
const STEPS: readonly Step[] = [
  { name: 'types', run: () => runTool('typescript-7', 'tsc', ['--noEmit', '--pretty', 'false']) },
  { name: 'types of the web app', run: () => runTool('typescript-7', 'tsc', ['-p', 'web', '--pretty', 'false']) },
  { name: 'unused exports and dependencies', run: () => runTool('knip', 'knip', ['--no-progress']) },
  {
    name: 'import order and cycles',
    run: () => runTool('dependency-cruiser', 'depcruise', ['--output-type', 'err', ...folders]),
  },
  { name: 'generated files', run: () => problems(staleFiles(), 'is not fresh: run npm run generate.') },
  { name: 'lint and format', run: () => runTool('@biomejs/biome', 'biome', ['ci', '--colors=off', '.']) },
  { name: 'dependencies explained', run: () => problems(Promise.resolve(undocumentedDependencies()), '') },
  { name: 'length of files, size of folders', run: () => problems(Promise.resolve(sizeProblems()), '') },
  { name: 'what features share', run: () => problems(Promise.resolve(shareProblems()), '') },
  { name: 'knots of features', run: () => problems(Promise.resolve(knotProblems(root)), '') },
  { name: 'API described', run: () => problems(Promise.resolve(undescribed(operations)), '') },
  {
    name: 'API examples',
    run: () =>
      problems(
        readExamples().then((examples) => exampleProblems(operations, examples)),
        '',
      ),
  },
]

const waiting = [...STEPS]
const failed: string[] = []
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function worker(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const start = performance.now()
    const { code, output } = await step.run().catch((error: unknown) => ({ code: 1, output: String(error) }))
    const time = `${((performance.now() - start) / 1000).toFixed(1)} s`
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name.padEnd(34)} ${time.padStart(7)}`)
    if (code === 0) continue
    failed.push(step.name)
    console.log(output.replace(/^/gm, '     '))
  }
}

async function problems(found: Promise<string[]>, ending: string): Promise<Outcome> {
  const lines = await found
  return { code: lines.length > 0 ? 1 : 0, output: lines.map((line) => `${line} ${ending}`.trim()).join('\n') }
}
