import { parseJson } from './archive/read-json.ts'

/** A record of an archive, whose values may be anything. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
/** An id of the source. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value))
    ? `${value}`
    : undefined

/** The ids in a list. */
export const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap((one) => idOf(one) ?? []) : [])

/** Undefined if the text is damaged. */
export function jsonOf(text: string): unknown {
  const read = parseJson(text)
  return 'value' in read ? read.value : undefined
}
