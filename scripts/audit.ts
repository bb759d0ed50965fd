// Asks the registry for known holes in what the server runs with.
import { spawnSync } from 'node:child_process'
import { auditVerdict } from './audit-verdict.ts'
import { root } from './tools.ts'

const ASK = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
const { stdout } = spawnSync('npm', ASK, { cwd: root, encoding: 'utf8' })
const { isClean, lines } = auditVerdict(stdout ?? '')
console.log(lines.join('\n'))
process.exitCode = isClean ? 0 : 1
