import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Scenario } from '../scenario.ts'
import type { Baseline } from './baseline.ts'
import { growthPlot, growthTable } from './growth.ts'
import { markdownTable } from './table.ts'

const FILE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))
const PLOT = fileURLToPath(new URL('../../docs/performance-growth.svg', import.meta.url))

/** Writes docs/performance.md from the recorded figures only. */
export function writePerformancePage(baseline: Baseline, scenarios: readonly Scenario[]): void {
  writeFileSync(FILE, performancePage(baseline, scenarios))
  if (growthTable(baseline.figures) !== '') writeFileSync(PLOT, growthPlot(baseline.figures))
}

export function performancePage(baseline: Baseline, scenarios: readonly Scenario[]): string {
  const titles = scenarios.map((scenario) => `- **${scenario.id}**: ${scenario.title}`)
  return `# Performance

Recorded on ${baseline.recorded} by \`npm run bench -- --record\` (${baseline.machine}), from \`bench/baseline.json\`; do not edit by hand.

The data set is M: 10,000 people, 1,000 channels (20 with everybody), 1,000,000 messages. The floor is what the same work costs at least on this machine, measured in the same run, round by round in turn: a bare node:http server, or a one-row INSERT with its commit on the same database. A ratio compares a round with the floor of the same round. Load generator, server and database share the machine.

${markdownTable(baseline.figures)}

${titles.join('\n')}

${growthSection(baseline)}To compare your machine or your change with it: \`npm run bench\`, or \`npm run bench -- B3\` for one scenario.
`
}

function growthSection({ figures }: Baseline): string {
  const table = growthTable(figures)
  if (table === '') return ''
  return `## Growth

How many times a request takes in an organization with ten times as many people, channels, messages or moves of a topic (G1). The small one has 1,000 people, 200 channels and 50,000 messages, and both are measured in turn. At 1 the request costs the same; register and the list of topics grow with what they return.

${table}

![The same as a plot](performance-growth.svg)

`
}
