export interface CodeSpan {
  readonly contentStart: number
  readonly contentEnd: number
  readonly end: number
}

/** Where code begins in a text: each run of backticks pairs with the next run of the same length. */
export function codeSpansOf(text: string): ReadonlyMap<number, CodeSpan> {
  const spans = new Map<number, CodeSpan>()
  if (!text.includes('`')) return spans
  const runs = [...text.matchAll(/`+/g)]
  // Without it, every run that has no partner would be looked for to the end of the text.
  const lastOfLength = new Map<number, number>()
  for (const [index, run] of runs.entries()) lastOfLength.set(run[0].length, index)
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index]!
    const { length } = open[0]
    if (lastOfLength.get(length)! === index) continue
    let partner = index + 1
    while (runs[partner]![0].length !== length) partner++
    const contentEnd = runs[partner]!.index
    spans.set(open.index, { contentStart: open.index + length, contentEnd, end: contentEnd + length })
    index = partner
  }
  return spans
}
