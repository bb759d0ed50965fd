/** Grows with every change that an earlier release would misread. */
export const FORMAT = 1

export const HEAD_ENTRY = 'backup.json'
export const SECRET_ENTRY = 'secret'
export const FILE_PREFIX = 'files/'
export const TABLES_ENTRY = 'tables.json'
export const COUNTERS_ENTRY = 'counters.json'
export const END_ENTRY = 'end.json'

/** The first entry: what the file is. */
export interface Head {
  readonly format: number
  readonly parley: string
  readonly postgres: string
  /** Seconds. */
  readonly at: number
  /** The migrations that the database has. */
  readonly migrations: readonly string[]
}

export interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

/** The last number that a sequence has given. Null if it has given none. */
export interface Counter {
  readonly schema: string
  readonly name: string
  readonly last: number | null
}

/** The last entry: it proves that the file is whole. */
export interface End {
  readonly entries: number
  /** It covers all bytes of the archive before this entry. */
  readonly sha256: string
}

/** Quotes a name for a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const qualified = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`

export const columnList = ({ columns }: Table): string => columns.map(quoted).join(', ')

/** The rows of a table are entries with numbers after this. */
export const tablePrefix = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `tables/${schema}.${name}/`
