export type Key = number | string

/** How records of one kind are identified and looked up. */
export interface Keys<T, K extends Key = number, Index extends string = never> {
  keyOf(record: T): K
  /** The words under which each index lists a record. */
  readonly indexes: Readonly<Record<Index, (record: T) => readonly string[]>>
}

type Words<K> = Map<string, K | K[]>

/**
 * Records in memory, found by key or by a word of an index. Records are immutable: a change replaces the whole record.
 * An overlay adds its own changes to its base without changing the base.
 */
export class Collection<T extends object, K extends Key = number, Index extends string = never> {
  readonly #keys: Keys<T, K, Index>
  readonly #base: Collection<T, K, Index> | undefined
  /** Undefined marks a record that the overlay has removed from its base. */
  readonly #own = new Map<K, T | undefined>()
  readonly #words: ReadonlyMap<Index, Words<K>>
  #changes = 0
  #added = 0

  constructor(keys: Keys<T, K, Index>, base?: Collection<T, K, Index>) {
    this.#keys = keys
    this.#base = base
    this.#words = new Map((Object.keys(keys.indexes) as Index[]).map((index) => [index, new Map()]))
  }

  overlay(): Collection<T, K, Index> {
    return new Collection(this.#keys, this)
  }

  get size(): number {
    return (this.#base?.size ?? 0) + this.#added
  }

  /** Grows with every change. Data derived from the records stays valid while the version stays the same. */
  get version(): number {
    return (this.#base?.version ?? 0) + this.#changes
  }

  get(key: K): T | undefined {
    const own = this.#own.get(key)
    if (own !== undefined || !this.#base || this.#own.has(key)) return own
    return this.#base.get(key)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  values(): IterableIterator<T> {
    // The usual cases need no generator, which costs more per record than most uses of the record.
    if (!this.#base) return this.#own.values() as IterableIterator<T>
    return this.#own.size === 0 ? this.#base.values() : this.#changedValues(this.#base)
  }

  *#changedValues(base: Collection<T, K, Index>): IterableIterator<T> {
    for (const record of base.values()) if (!this.#own.has(this.#keys.keyOf(record))) yield record
    for (const record of this.#own.values()) if (record !== undefined) yield record
  }

  /** All records that an index lists under a word, ordered by key. */
  findAll(index: Index, word: string): T[] {
    const keys = this.#listed(index, word)
    const sorted = keys.length > 1 ? keys.toSorted((a, b) => (a < b ? -1 : 1)) : keys
    return sorted.map((key) => this.get(key)!)
  }

  find(index: Index, word: string): T | undefined {
    return this.findAll(index, word)[0]
  }

  #listed(index: Index, word: string): readonly K[] {
    if (this.#base && this.#own.size === 0) return this.#base.#listed(index, word)
    const own = listOf(this.#words.get(index)!.get(word))
    if (!this.#base) return own
    return [...this.#base.#listed(index, word).filter((key) => !this.#own.has(key)), ...own]
  }

  put(record: T): void {
    const key = this.#keys.keyOf(record)
    const old = this.get(key)
    this.#unlist(key)
    this.#own.set(key, record)
    for (const [index, words] of this.#words)
      for (const word of new Set(this.#keys.indexes[index](record))) words.set(word, withKey(words.get(word), key))
    if (old === undefined) this.#added += 1
    this.#changes += 1
  }

  remove(key: K): void {
    if (!this.has(key)) return
    this.#unlist(key)
    if (this.#base) this.#own.set(key, undefined)
    else this.#own.delete(key)
    this.#added -= 1
    this.#changes += 1
  }

  #unlist(key: K): void {
    const old = this.#own.get(key)
    if (old === undefined) return
    for (const [index, words] of this.#words)
      for (const word of this.#keys.indexes[index](old)) {
        const left = listOf(words.get(word)).filter((one) => one !== key)
        if (left.length === 0) words.delete(word)
        else words.set(word, left.length === 1 ? left[0]! : left)
      }
  }
}

const NONE: readonly never[] = []

/** Nearly every word has exactly one key. An array for each word would take most of the memory. */
const listOf = <K>(keys: K | K[] | undefined): readonly K[] =>
  keys === undefined ? NONE : Array.isArray(keys) ? keys : [keys]

const withKey = <K>(keys: K | K[] | undefined, key: K): K | K[] => (keys === undefined ? key : [...listOf(keys), key])
