export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

/** The quantile of numbers in ascending order. */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN
  const at = share * (sorted.length - 1)
  const low = sorted[Math.floor(at)] as number
  const high = sorted[Math.ceil(at)] as number
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (samples: readonly number[]): number =>
  quantile(
    samples.toSorted((a, b) => a - b),
    0.5,
  )

/** The ratio of each round to the floor of the same round, which had the same noise. */
export const ratios = (measured: readonly number[], floor: readonly number[]): number[] =>
  measured.map((value, round) => value / (floor[round] as number))
