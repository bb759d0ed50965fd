import { printable } from './printable.ts'

type Cell = string | number | null

/** Rows with the same fields, as JSON or as lines with tabs between the values. The first line names the columns. */
export function printTable<Row extends Readonly<Record<string, Cell>>>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  asJson: boolean,
): void {
  const lines = rows.map((row) => columns.map((column) => printable(`${row[column] ?? ''}`)).join('\t'))
  console.log(asJson ? JSON.stringify(rows) : [columns.join('\t'), ...lines].join('\n'))
}

/** Seconds as people and programs read them. */
export const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
