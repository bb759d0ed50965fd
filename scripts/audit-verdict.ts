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

/** Holes are found in what nobody has changed: after so many days a reading says nothing any more. */
const MOST_DAYS = 90
const DAY = 86_400_000

/** Without the registry's word, the last reading counts, if it is of these very packages and not too old. */
export function readingVerdict(locked: readonly string[], reading: DependencyReading, today: Date): AuditVerdict {
  const { date, older } = reading
  const unread = unreadPackages(locked, reading)
  if (unread.length > 0) {
    const remedy = 'The registry answers no audits. Use one that does, or read: docs/dependencies.md says how.'
    return { isClean: false, lines: [...unread.map((name) => `${name}: not audited`), remedy] }
  }
  if (!(daysBetween(date, today) <= MOST_DAYS)) {
    const remedy = `The registry answers no audits, and the reading of ${date} counts for ${MOST_DAYS} days only.`
    return { isClean: false, lines: [`${remedy} ${RENEWAL}`] }
  }
  const read = locked.filter((name) => name in older).length
  const count = `${locked.length - read} newest releases, ${read} older and read against the change logs`
  return {
    isClean: true,
    lines: [`The registry answers no audits. By the reading of ${date}: ${count}, no advisory known. ${RENEWAL}`],
  }
}

const RENEWAL = '`npm run audit -- --read` renews it; docs/dependencies.md says how.'

/** Whole days; not a number where the date is none. */
const daysBetween = (date: string, today: Date): number => Math.floor((today.getTime() - Date.parse(date)) / DAY)

function reportIn(output: string): AuditReport | undefined {
  try {
    return JSON.parse(output) as AuditReport
  } catch {
    return undefined
  }
}
