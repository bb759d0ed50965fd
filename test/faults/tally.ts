/**
 * The result that every fault test prints and checks: nothing acknowledged may be missing, and nothing may exist twice.
 */
export interface Tally {
  readonly acknowledged: number
  readonly found: number
  readonly lost: number
  readonly doubled: number
}

export function tallyOf<T>(acknowledged: Iterable<T>, found: readonly T[]): Tally {
  const present = new Set(found)
  const promised = new Set(acknowledged)
  const lost = [...promised].filter((one) => !present.has(one)).length
  return { acknowledged: promised.size, found: found.length, lost, doubled: found.length - present.size }
}

export function printTally(what: string, { acknowledged, found, lost, doubled }: Tally): void {
  console.log(`${what}: ${acknowledged} acknowledged / ${found} found / ${lost} lost / ${doubled} doubled`)
}
