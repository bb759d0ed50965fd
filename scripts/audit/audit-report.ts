export interface AuditReport {
  readonly isClean: boolean
  readonly lines: readonly string[]
}

/** Reads the output of `npm audit --json`. */
export function auditReport(output: string): AuditReport {
  const found = vulnerabilitiesIn(output)
  if (!found) return { isClean: true, lines: ['The registry answers no audits. Nothing was checked.'] }
  const lines = Object.entries(found).map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  return lines.length > 0
    ? { isClean: false, lines: [...lines, 'Run npm audit for what to do.'] }
    : { isClean: true, lines: ['No advisory for any dependency.'] }
}

function vulnerabilitiesIn(output: string): Record<string, { severity: string; range: string }> | undefined {
  try {
    return JSON.parse(output).vulnerabilities
  } catch {
    return undefined
  }
}
