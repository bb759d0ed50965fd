/** A stretch of two texts: in both, only in the new one, or only in the old one. */
export interface Part {
  readonly kind: 'same' | 'ins' | 'del'
  readonly text: string
}

/** More pairs of words than this are not compared one by one. It bounds the time that a comparison takes. */
const MAX_WORD_PAIRS = 4_000_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Words, blanks and signs. Languages without blanks have words too. */
export const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** The longest sequence that two lists have in common, as pairs of positions. */
export function commonWords(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  const most = Math.min(a.length, b.length) - start
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const head = Array.from({ length: start }, (_, i): [number, number] => [i, i])
  const tail = Array.from({ length: end }, (_, i): [number, number] => [a.length - end + i, b.length - end + i])
  const middle = compared(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...head, ...middle.map(([i, j]): [number, number] => [i + start, j + start]), ...tail]
}

function compared(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > MAX_WORD_PAIRS) return []
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1
    else j += 1
  }
  return pairs
}

/** A lone blank between two changes belongs to them, so that a changed phrase is one change. */
function withoutSplinters(pairs: readonly [number, number][], a: readonly string[], b: readonly string[]) {
  const isNext = ([i, j]: readonly [number, number], [x, y]: readonly [number, number]) => x === i + 1 && y === j + 1
  return pairs.filter((pair, at) => {
    const isAlone = !isNext(pairs[at - 1] ?? [-1, -1], pair) && !isNext(pair, pairs[at + 1] ?? [a.length, b.length])
    return !isAlone || a[pair[0]]!.trim() !== ''
  })
}

/** What changed between two texts, word by word. What is gone comes before what is new. */
export function diffWords(before: string, after: string): Part[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  const parts: Part[] = []
  const add = (kind: Part['kind'], words: readonly string[]) => {
    const text = words.join('')
    const last = parts.at(-1)
    if (text === '') return
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text }
    else parts.push({ kind, text })
  }
  let [i, j] = [0, 0]
  for (const [x, y] of [...withoutSplinters(commonWords(a, b), a, b), [a.length, b.length] as const]) {
    add('del', a.slice(i, x))
    add('ins', b.slice(j, y))
    add('same', a.slice(x, x + 1))
    ;[i, j] = [x + 1, y + 1]
  }
  return parts
}
