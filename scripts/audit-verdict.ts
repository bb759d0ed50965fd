/** What `npm audit --json` says, as far as it matters here. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

export interface AuditVerdict {
  readonly isClean: boolean
  readonly lines: readonly string[]
}

/** A registry without audits, or none at all, proves nothing: that is said, and is no reproach to the dependencies. */
export function auditVerdict(output: string): AuditVerdict {
  const found = reportIn(output)?.vulnerabilities
  if (!found) return { isClean: true, lines: ['NOT AUDITED: the registry does not answer audits.'] }
  const lines = Object.entries(found).map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  return lines.length > 0
    ? { isClean: false, lines: [...lines, 'npm audit says what to do.'] }
    : { isClean: true, lines: ['No advisory for what Parley runs with.'] }
}

function reportIn(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport
  } catch {
    return undefined
  }
}
