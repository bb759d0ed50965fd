export interface EventFilter {
  /** Only these. All if there is no list. */
  readonly only?: readonly string[] | undefined
  /** All but these. */
  readonly exclude?: readonly string[] | undefined
}

/** `pull_request*` stands for every event that begins so. */
const matches = (event: string, pattern: string): boolean =>
  pattern.endsWith('*') ? event.startsWith(pattern.slice(0, -1)) : event === pattern

/** A message without an event passes every filter. */
export function isWanted(event: string | undefined, { only, exclude = [] }: EventFilter): boolean {
  if (event === undefined) return true
  const isOne = (patterns: readonly string[]) => patterns.some((pattern) => matches(event, pattern))
  return (only === undefined || isOne(only)) && !isOne(exclude)
}
