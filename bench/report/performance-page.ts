import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Scenario } from '../scenario.ts'
import type { Baseline } from './baseline.ts'
import { markdownTable } from './table.ts'

const FILE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url))

/** Writes docs/performance.md from the recorded figures only. */
export function writePerformancePage(baseline: Baseline, scenarios: readonly Scenario[]): void {
  writeFileSync(FILE, performancePage(baseline, scenarios))
}

export function performancePage(baseline: Baseline, scenarios: readonly Scenario[]): string {
  const titles = scenarios.map((scenario) => `- **${scenario.id}**: ${scenario.title}`)
  return `# Performance

Recorded on ${baseline.recorded} by \`npm run bench -- --record\` (${baseline.machine}), from \`bench/baseline.json\`; do not edit by hand.

The data set is M: 10,000 people, 1,000 channels (20 with everybody), 1,000,000 messages. The floor is what the same work costs at least on this machine, measured in the same run, round by round in turn: a bare node:http server, or a one-row INSERT with its commit on the same database. A ratio compares a round with the floor of the same round. Load generator, server and database share the machine.

${markdownTable(baseline.figures)}

${titles.join('\n')}

To compare your machine or your change with it: \`npm run bench\`, or \`npm run bench -- B3\` for one scenario.
`
}
