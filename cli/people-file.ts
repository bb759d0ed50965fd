import { StartupRefusal } from '../server/kernel/base/startup-refusal.ts'
import { ROLE, type Role } from '../server/kernel/realm-state/user.ts'
import { type CsvRecord, readCsv } from './csv.ts'

const COLUMNS = ['name', 'email', 'role', 'channels'] as const
type Column = (typeof COLUMNS)[number]

export interface ListedPerson {
  readonly line: number
  readonly email: string
  /** Empty if the file has none. */
  readonly fullName: string
  readonly role: Role
  /** Names. */
  readonly channels: readonly string[]
}

export interface BrokenLine {
  readonly line: number
  readonly problem: string
}

/** The people in a file with comma-separated values, and the lines that cannot be used. */
export function readPeople(text: string): { people: ListedPerson[]; broken: BrokenLine[] } {
  const [header, ...records] = readCsv(text)
  const columns = columnsOf(header)
  const people: ListedPerson[] = []
  const broken: BrokenLine[] = []
  const lines = new Map<string, number>()
  for (const record of records) {
    const found = personIn(record, columns)
    const earlier = typeof found === 'string' ? undefined : lines.get(found.email.toLowerCase())
    if (typeof found === 'string') broken.push({ line: record.line, problem: found })
    else if (earlier !== undefined)
      broken.push({ line: record.line, problem: `${found.email} is in line ${earlier} already.` })
    else {
      lines.set(found.email.toLowerCase(), record.line)
      people.push(found)
    }
  }
  return { people, broken }
}

function columnsOf(header: CsvRecord | undefined): Column[] {
  const found = (header?.fields ?? []).map((name) => COLUMNS.find((known) => known === name.trim().toLowerCase()))
  const columns = found.filter((column) => column !== undefined)
  if (columns.length < found.length || new Set(columns).size < columns.length || !columns.includes('email'))
    throw new StartupRefusal(
      `The first line of the file must name its columns, with commas between them: email, and if wanted ${COLUMNS.filter((name) => name !== 'email').join(', ')}.`,
    )
  return columns
}

/** A text says why the line cannot be used. */
function personIn({ line, fields }: CsvRecord, columns: readonly Column[]): ListedPerson | string {
  if (!fields) return 'a quote is in the wrong place, or is not closed.'
  if (fields.length !== columns.length) return `it has ${fields.length} columns, and the first line ${columns.length}.`
  if (fields.some((field) => field.includes('\ufffd'))) return 'it is not UTF-8: save the file with that encoding.'
  const value = (column: Column) => fields[columns.indexOf(column)]?.trim() ?? ''
  const role = value('role').toLowerCase() || 'member'
  if (!Object.hasOwn(ROLE, role)) return `"${value('role')}" is not a role.`
  const names = value('channels').split(';')
  return {
    line,
    email: value('email'),
    fullName: value('name'),
    role: ROLE[role as keyof typeof ROLE],
    channels: names.map((name) => name.trim()).filter((name) => name !== ''),
  }
}
