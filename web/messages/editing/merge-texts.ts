import { commonWords, wordsOf } from '../history/word-diff.ts'

/** Where each word of the base is in the other text. */
const positions = (base: readonly string[], other: readonly string[]): ReadonlyMap<number, number> =>
  new Map(commonWords(base, other))

const isEqual = (a: readonly string[], b: readonly string[]): boolean => a.join('\u0000') === b.join('\u0000')

/**
 * Puts the changes of two texts that started from the same one together. Where both changed the same words, both
 * versions are kept, that of `theirs` first.
 */
export function mergeTexts(base: string, theirs: string, mine: string): string {
  const [o, a, b] = [wordsOf(base), wordsOf(theirs), wordsOf(mine)]
  const [inA, inB] = [positions(o, a), positions(o, b)]
  const merged: string[] = []
  let [i, x, y] = [0, 0, 0]
  const settle = (old: readonly string[], left: readonly string[], right: readonly string[]) => {
    if (isEqual(left, old) || isEqual(left, right)) merged.push(...right)
    else if (isEqual(right, old)) merged.push(...left)
    else merged.push(...left, ...separator(left, right), ...right)
  }
  for (let word = 0; word <= o.length; word += 1) {
    const [nextX, nextY] = word === o.length ? [a.length, b.length] : [inA.get(word), inB.get(word)]
    if (nextX === undefined || nextY === undefined) continue
    settle(o.slice(i, word), a.slice(x, nextX), b.slice(y, nextY))
    if (word < o.length) merged.push(o[word]!)
    ;[i, x, y] = [word + 1, nextX + 1, nextY + 1]
  }
  return merged.join('')
}

/** Words that were written apart do not grow together. */
function separator(left: readonly string[], right: readonly string[]): string[] {
  const [end, start] = [left.at(-1), right[0]]
  return end === undefined || start === undefined || /\s$/.test(end) || /^\s/.test(start) ? [] : [' ']
}
