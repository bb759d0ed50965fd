import { fitOf } from '../kernel/fold-name.ts'

/** What the palette can find. */
export interface RankedEntry {
  /** Lower case and without accents. */
  readonly folded: string
  /** More words that find it. */
  readonly also?: string
  /** How near it is to what the person does: 0 is far, 1 is here. */
  readonly near: number
  /** How often it was chosen lately. */
  readonly used: number
}

/** A better fit counts more than any use. */
const FIT = 1
/** Being used every day lifts something over what fits a little better. */
const USE = 0.3
/** A name that is typed in full comes first, however often others are used. */
const MAX_USE_SCORE = 1.5
const NEAR = 0.8

/** Lower is better. Null if it does not fit. */
function costOf(one: RankedEntry, typed: string): number | null {
  let fit = typed === '' ? 1 : fitOf(one.folded, typed)
  if (fit === null && one.also !== undefined) {
    const other = fitOf(one.also, typed)
    fit = other === null ? null : other + 1.5
  }
  return fit === null ? null : fit * FIT - Math.min(MAX_USE_SCORE, Math.log2(1 + one.used) * USE) - one.near * NEAR
}

export interface RankResult<T> {
  /** The best first. */
  readonly best: readonly T[]
  /** Everything that fits, so that the next letter looks only at these. */
  readonly all: readonly T[]
}

/** The best of what fits. It looks at each thing once, and sorts only the few that are shown. */
export function rank<T extends RankedEntry>(things: readonly T[], typed: string, most: number): RankResult<T> {
  const best: { readonly one: T; readonly cost: number }[] = []
  const all: T[] = []
  for (const one of things) {
    const cost = costOf(one, typed)
    if (cost === null) continue
    all.push(one)
    const last = best.at(-1)
    if (best.length === most && last && cost >= last.cost) continue
    let at = best.length
    while (at > 0 && (best[at - 1]?.cost ?? 0) > cost) at -= 1
    best.splice(at, 0, { one, cost })
    if (best.length > most) best.pop()
  }
  return { best: best.map(({ one }) => one), all }
}
