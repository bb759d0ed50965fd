import type { Case } from './case.ts'

/** A case in one line: its name, what is typed, what it becomes, and what else matters to it. */
export type CaseRow = readonly [name: string, source: string, html: string, more?: Pick<Case, 'says' | 'world'>]

/** Rows of one place in the vocabulary; the place makes their names differ from those of other places. */
export const asCases = (place: string, rows: readonly CaseRow[]): readonly Case[] =>
  rows.map(([name, source, html, more]) => ({ name: `${place}: ${name}`, source, html, ...more }))
