export type FenceKind = 'quote' | 'spoiler' | 'math' | 'code'

export interface FenceLine {
  readonly kind: FenceKind
  /** The backticks or tildes. The closing line consists of exactly these. */
  readonly marker: string
  /** `py`, also for `.py` and `{.py}`. Empty if there is none. */
  readonly word: string
  /** The text after the word. */
  readonly rest: string
}

/** Other words are languages. */
const KINDS: Readonly<Record<string, FenceKind>> = { quote: 'quote', quoted: 'quote', spoiler: 'spoiler', math: 'math' }

const MARKER = /^(?:`{3,}|~{3,})/
const INFO = /^\{?\.?([^\s{}]+)\}?(?:[ \t]+([\s\S]*))?$/

/** Parses the opening line of a fence. Undefined if it is not one. */
export function fenceLine(line: string): FenceLine | undefined {
  const marker = MARKER.exec(line)?.[0]
  if (marker === undefined) return undefined
  const info = line.slice(marker.length).trim()
  if (info.includes(marker[0]!)) return undefined
  const found = INFO.exec(info)
  const word = found?.[1] ?? ''
  return { kind: KINDS[word.toLowerCase()] ?? 'code', marker, word, rest: found?.[2]?.trim() ?? '' }
}

/** True if the content is Markdown, which may contain further fences. */
export const isContainer = ({ kind }: FenceLine): boolean => kind === 'quote' || kind === 'spoiler'
