import { foldCase } from '../../../api/fold-case.ts'

/** The form in which names are looked for: `Wróbel` is found by `wrobel`. */
export const searched = (text: string): string => foldCase(text).normalize('NFD').replace(/\p{M}/gu, '')

/** 0: all of it. 1: its beginning. 2: the beginning of a later word. Undefined: it does not fit. Both are in searched form. */
export function fitOf(name: string, typed: string): 0 | 1 | 2 | undefined {
  if (name.startsWith(typed)) return name.length === typed.length ? 0 : 1
  for (let at = name.indexOf(typed); at > 0; at = name.indexOf(typed, at + 1)) {
    const before = name.charCodeAt(at - 1)
    // A space, a hyphen, a dot, a colon, an underscore or a slash.
    if (before === 32 || before === 45 || before === 46 || before === 58 || before === 95 || before === 47) return 2
  }
  return undefined
}

export interface RankedItem<Item> {
  readonly item: Item
  readonly rank: number
  readonly name: string
}

/** The best, by rank and then by name. Thousands fit one letter, so they are not all sorted. */
export function best<Item>(all: Iterable<RankedItem<Item>>, most: number): Item[] {
  const found: RankedItem<Item>[] = []
  const isBefore = (a: RankedItem<Item>, b: RankedItem<Item>) =>
    a.rank < b.rank || (a.rank === b.rank && a.name < b.name)
  for (const one of all) {
    const last = found.at(-1)
    if (found.length === most && last && !isBefore(one, last)) continue
    const at = found.findIndex((other) => isBefore(one, other))
    found.splice(at < 0 ? found.length : at, 0, one)
    if (found.length > most) found.pop()
  }
  return found.map(({ item }) => item)
}
