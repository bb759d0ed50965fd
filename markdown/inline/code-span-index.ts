export interface CodeSpan {
  readonly contentStart: number
  readonly contentEnd: number
  readonly end: number
}

type CodeSpans = ReadonlyMap<number, CodeSpan>

interface Run {
  readonly start: number
  readonly length: number
}

const NO_SPANS: CodeSpans = new Map()

/** Finds the code spans of a text. Each run of backticks pairs with the next run of the same length. */
export function codeSpansOf(text: string): CodeSpans {
  const first = text.indexOf('`')
  if (first === -1) return NO_SPANS
  const runs = runsFrom(text, first)
  return runs.length === 1 ? NO_SPANS : spansBetween(runs)
}

function runsFrom(text: string, first: number): readonly Run[] {
  const runs: Run[] = []
  for (let start = first; start !== -1; ) {
    let end = start + 1
    while (text[end] === '`') end++
    runs.push({ start, length: end - start })
    start = text.indexOf('`', end)
  }
  return runs
}

function spansBetween(runs: readonly Run[]): CodeSpans {
  const spans = new Map<number, CodeSpan>()
  // Without this, the search for each unmatched run would go to the end of the text.
  const lastOfLength = new Map<number, Run>()
  for (const run of runs) lastOfLength.set(run.length, run)
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index]!
    if (lastOfLength.get(open.length) === open) continue
    do index++
    while (runs[index]!.length !== open.length)
    const contentEnd = runs[index]!.start
    spans.set(open.start, { contentStart: open.start + open.length, contentEnd, end: contentEnd + open.length })
  }
  return spans
}
