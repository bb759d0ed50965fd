/** More pairs of words than this are not compared one by one. It bounds the time that a diff takes. */
const MAX_WORD_PAIRS = 100_000

type Part = readonly [kind: 'same' | 'inserted' | 'deleted', words: readonly string[]]

/** What changed between two texts, word by word, as HTML that shows both. */
export function htmlDiff(before: string, after: string): string {
  const parts = diffWords(wordsOf(before), wordsOf(after))
  return `<div><p>${parts.map(partHtml).join('')}</p></div>`
}

/** Words and the blanks between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []

function partHtml([kind, words]: Part): string {
  const html = escapeHtml(words.join('')).replaceAll('\n', '<br>')
  return kind === 'same' || html === '' ? html : `<span class="highlight_text_${kind}">${html}</span>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!)

function diffWords(before: readonly string[], after: readonly string[]): Part[] {
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  return [
    ['same', before.slice(0, start)],
    ...(old.length * fresh.length > MAX_WORD_PAIRS ? replaced(old, fresh) : compared(old, fresh)),
    ['same', before.slice(before.length - end)],
  ]
}

const replaced = (old: readonly string[], fresh: readonly string[]): Part[] => [
  ['deleted', old],
  ['inserted', fresh],
]

/** Compares by the longest sequence of words that both have. */
function compared(old: readonly string[], fresh: readonly string[]): Part[] {
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const parts: [Part[0], string[]][] = []
  const add = (kind: Part[0], word: string) => {
    const last = parts.at(-1)
    if (last?.[0] === kind) last[1].push(word)
    else parts.push([kind, [word]])
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      add('same', old[i]!)
      i += 1
      j += 1
    } else if (j >= fresh.length || (i < old.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      add('deleted', old[i]!)
      i += 1
    } else {
      add('inserted', fresh[j]!)
      j += 1
    }
  }
  return parts
}
