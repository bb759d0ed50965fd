/** The number of broken records that are named. The rest is only counted. */
const NAMED = 100

/** What an import could not take. Counted while it reads; a list that is read twice reports its records once. */
export class ImportReport {
  readonly skipped: { readonly where: string; readonly why: string }[] = []
  readonly left = new Map<string, number>()
  #skips = new Set<string>()
  #lefts = new Set<string>()

  /** A broken record, with its place: file and line, or file and id. */
  skip(where: string, why: string): void {
    const key = `${where}\0${why}`
    if (this.#skips.has(key)) return
    this.#skips.add(key)
    if (this.skipped.length < NAMED) this.skipped.push({ where, why })
  }

  /** Something that we cannot express, in the plural: `custom themes`. With `where`, one record counts once. */
  leftOut(what: string, where?: string): void {
    const key = `${what}\0${where}`
    if (where !== undefined && this.#lefts.has(key)) return
    if (where !== undefined) this.#lefts.add(key)
    this.left.set(what, (this.left.get(what) ?? 0) + 1)
  }

  get skipCount(): number {
    return this.#skips.size
  }
}
