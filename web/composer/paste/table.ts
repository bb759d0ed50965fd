/** A cell is one line, and a bar would end it. */
const cellText = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')

/** Rows of cells as a Markdown table. The first row is its head. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map((row) => row.length))
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => cellText(row[column] ?? '')).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n')
}

/** The cells of a text that was copied from a spreadsheet: several lines with the same number of tabs. */
export function cellsOf(text: string): string[][] | undefined {
  const rows = text
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => row.split('\t'))
  const width = rows[0]?.length ?? 0
  return rows.length > 1 && width > 1 && rows.every((row) => row.length === width) ? rows : undefined
}
