import type { Figure } from '../figure.ts'
import type { Spread } from '../statistics.ts'
import type { Baseline } from './baseline.ts'

const HEAD = ['', 'what', 'median (min–max)', 'floor', 'ratio', 'target', 'met']

const withUnit = (one: Figure): string => `${spread(one.measured)} ${one.unit}`

export function cellsOf(one: Figure): string[] {
  const target = one.target === null ? '' : `${one.target.is === 'at most' ? '≤' : '≥'} ${short(one.target.value)}`
  const met = one.met === null ? '' : one.met ? 'yes' : 'NO'
  return [
    one.scenario,
    one.name,
    withUnit(one),
    one.floor === null ? '' : spread(one.floor),
    one.ratio === null ? '' : spread(one.ratio),
    target,
    met,
  ]
}

/** A table for the terminal. The last column compares the median with the recorded one. */
export function textTable(figures: readonly Figure[], baseline: Baseline | null): string {
  const rows = [[...HEAD, 'recorded'], ...figures.map((one) => [...cellsOf(one), recorded(one, baseline)])]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function markdownTable(figures: readonly Figure[]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...figures.map(cellsOf)]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function recorded(one: Figure, baseline: Baseline | null): string {
  const before = baseline?.figures.find((other) => other.scenario === one.scenario && other.name === one.name)
  if (!before) return ''
  const [now, then] = [(one.ratio ?? one.measured).median, (before.ratio ?? before.measured).median]
  const change = (now / then - 1) * 100
  return `${short(then)} (${change >= 0 ? '+' : ''}${change.toFixed(0)} %)`
}

function spread({ median, min, max }: Spread): string {
  return min === max ? short(median) : `${short(median)} (${short(min)}–${short(max)})`
}

function short(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}
