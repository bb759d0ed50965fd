export interface FenceLine {
  /** The backticks or tildes; the line that closes the fence is just these. */
  readonly marker: string
  /** `py` for `.py` and `{.py}` too; empty when there is none. */
  readonly word: string
  /** What follows the word. */
  readonly rest: string
}

const MARKER = /^(?:`{3,}|~{3,})/
const INFO = /^\{?\.?([^\s{}]+)\}?(?:[ \t]+([\s\S]*))?$/

/** The line that opens a fence; undefined when it is none. */
export function fenceLine(line: string): FenceLine | undefined {
  const marker = MARKER.exec(line)?.[0]
  if (marker === undefined) return undefined
  const info = line.slice(marker.length).trim()
  if (info.includes(marker[0]!)) return undefined
  const found = INFO.exec(info)
  return { marker, word: found?.[1] ?? '', rest: found?.[2]?.trim() ?? '' }
}

const CONTAINERS: ReadonlySet<string> = new Set(['quote', 'quoted', 'spoiler'])

/** Whether the inside is Markdown, in which further fences open and close. */
export const isContainer = ({ word }: FenceLine): boolean => CONTAINERS.has(word)
