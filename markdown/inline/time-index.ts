const OPENING = /<time:/g

export type TimeEnds = ReadonlyMap<number, number>

const NONE: TimeEnds = new Map()

/** The start and end of each `<time:…>` in a text. It ends at the next `>` on its line. */
export function timeEndsOf(text: string): TimeEnds {
  if (!text.includes('<time:')) return NONE
  const ends = new Map<number, number>()
  let close = -1
  let lineEnd = -1
  OPENING.lastIndex = 0
  for (let found = OPENING.exec(text); found; found = OPENING.exec(text)) {
    // Searched only after the last one was passed, so that any number of openings costs one pass.
    if (close < found.index) close = positionOf(text, '>', found.index)
    if (lineEnd < found.index) lineEnd = positionOf(text, '\n', found.index)
    if (close < lineEnd) ends.set(found.index, close + 1)
  }
  return ends
}

function positionOf(text: string, sign: string, from: number): number {
  const position = text.indexOf(sign, from)
  // A position that is never passed. It also serves as the end of the last line.
  return position === -1 ? text.length : position
}
