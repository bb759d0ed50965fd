const LINE_WIDTH = 2000

/** Joins entries into lines that are short enough for an editor. */
export function tableLines(entries: readonly string[], separator: string): string {
  const lines: string[] = []
  let line = ''
  for (const entry of entries) {
    if (line !== '' && line.length + entry.length > LINE_WIDTH) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? entry : `${separator}${entry}`
  }
  lines.push(line)
  return lines.join('\n')
}
