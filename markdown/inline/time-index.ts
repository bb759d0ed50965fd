const OPENING = /<time:/g

export type TimeEnds = ReadonlyMap<number, number>

const NONE: TimeEnds = new Map()

/** Where `<time:…>` begins in a text, and where it ends: at the next `>` of its line. */
export function timeEndsOf(text: string): TimeEnds {
  if (!text.includes('<time:')) return NONE
  const ends = new Map<number, number>()
  let close = -1
  let lineEnd = -1
  OPENING.lastIndex = 0
  for (let found = OPENING.exec(text); found; found = OPENING.exec(text)) {
    // Looked for only when the last one was passed, so that any number of openings costs one pass.
    if (close < found.index) close = positionOf(text, '>', found.index)
    if (lineEnd < found.index) lineEnd = positionOf(text, '\n', found.index)
    if (close < lineEnd) ends.set(found.index, close + 1)
  }
  return ends
}

function positionOf(text: string, sign: string, from: number): number {
  const position = text.indexOf(sign, from)
  // Never passed, and a line may end with the text.
  return position === -1 ? text.length : position
}
