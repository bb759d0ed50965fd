import { type DependencyReading, unreadPackages } from './dependency-reading.ts'

/** What `npm audit --json` says, as far as it matters here. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

export interface AuditVerdict {
  readonly isClean: boolean
  readonly lines: readonly string[]
}

/** What the registry says of known holes; undefined where it answers no audits, or there is none at all. */
export function auditVerdict(output: string): AuditVerdict | undefined {
  const found = reportIn(output)?.vulnerabilities
  if (!found) return
  const lines = Object.entries(found).map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  return lines.length > 0
    ? { isClean: false, lines: [...lines, 'npm audit says what to do.'] }
    : { isClean: true, lines: ['No advisory for any dependency.'] }
}

/** Without the registry's word, the last reading counts, as long as it was of these very packages. */
export function readingVerdict(locked: readonly string[], reading: DependencyReading): AuditVerdict {
  const unread = unreadPackages(locked, reading)
  if (unread.length > 0) {
    const remedy = 'The registry answers no audits. Use one that does, or read: docs/dependencies.md says how.'
    return { isClean: false, lines: [...unread.map((name) => `${name}: not audited`), remedy] }
  }
  const count = `${locked.length} packages without known holes`
  return { isClean: true, lines: [`${count}, by the reading of ${reading.date}; the registry answers no audits.`] }
}

function reportIn(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport
  } catch {
    return undefined
  }
}
