// Asks the registry for known advisories. A registry without audits does not fail the run, but is reported.
import { spawnSync } from 'node:child_process'
import { auditReport } from './audit-report.ts'
import { root } from './tools.ts'

const { stdout } = spawnSync('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
  cwd: root,
  encoding: 'utf8',
})
const { isClean, lines } = auditReport(stdout)
console.log(lines.join('\n'))
process.exitCode = isClean ? 0 : 1
