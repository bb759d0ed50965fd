export interface CsvRecord {
  /** The number of the line on which it begins. */
  readonly line: number
  /** Null if it cannot be read. */
  readonly fields: readonly string[] | null
}

const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y
const REST_OF_LINE = /[^\r\n]*(?:\r?\n|\r|$)/y

/**
 * Reads comma-separated values (RFC 4180): values in quotes may contain commas, line breaks and doubled quotes. A line
 * that is not written so has no fields, and reading goes on with the next line. Empty lines are left out.
 */
export function* readCsv(text: string): Generator<CsvRecord> {
  let at = text.startsWith('\ufeff') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const record = fieldsAt(text, at)
    const end = record?.end ?? matchAt(REST_OF_LINE, text, at)!.end
    const fields = record?.fields ?? null
    if (fields === null || fields.length > 1 || fields[0]!.trim() !== '') yield { line, fields }
    line += text.slice(at, end).match(/\r?\n|\r/g)?.length ?? 0
    at = end
  }
}

/** One record. Null if a quote is in the wrong place or is never closed. */
function fieldsAt(text: string, start: number): { fields: string[]; end: number } | null {
  const fields: string[] = []
  for (let at = start; ; ) {
    const found = matchAt(FIELD, text, at)
    if (!found) return null
    const [, quoted, plain = '', separator] = found.match
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    at = found.end
    if (separator !== ',') return { fields, end: at }
  }
}

function matchAt(pattern: RegExp, text: string, at: number): { match: RegExpExecArray; end: number } | null {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  return match && { match, end: at + match[0].length }
}
