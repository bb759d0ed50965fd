import { codeSpansOf } from '../inline/code-span-index.ts'

/**
 * The trimmed cells of a row. A pipe in code or after a backslash does not separate cells. That backslash is removed.
 */
export function splitCells(row: string): string[] {
  const line = row.trim()
  const codeSpans = codeSpansOf(line)
  const cells: string[] = []
  let cell = ''
  let taken = 0
  for (let position = 0; position < line.length; position++) {
    const code = codeSpans.get(position)
    if (code !== undefined) position = code.end - 1
    else if (line[position] === '\\' && line[position + 1] === '|') {
      cell += line.slice(taken, position)
      taken = position + 1
      position++
    } else if (line[position] === '|') {
      cells.push((cell + line.slice(taken, position)).trim())
      cell = ''
      taken = position + 1
    }
  }
  if (taken < line.length || cell !== '') cells.push((cell + line.slice(taken)).trim())
  if (line.startsWith('|')) cells.shift()
  return cells
}
