/** The payload has something else where the integration needs a value. */
export class UnexpectedPayload extends Error {
  override name = 'UnexpectedPayload'
  /** The place, such as `commits[0].id`. */
  readonly place: string

  constructor(place: string) {
    super(`unexpected payload at ${place}`)
    this.place = place
  }
}

/** Longer lists are cut. No message shows that many things. */
const MAX_LIST_ITEMS = 100

/**
 * A value in the JSON of another service. Every part of it may be missing or have another type, so integrations ask for
 * texts and lists by their names and never touch the value.
 */
export class Payload {
  readonly value: unknown
  readonly #place: string

  constructor(value: unknown, place = '') {
    this.value = value
    this.#place = place
  }

  /** The part under these names, whatever it is. */
  at(...names: readonly string[]): Payload {
    return names.reduce((part, name) => part.#inside(name), this as Payload)
  }

  #inside(name: string): Payload {
    const { value } = this
    const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    const place = this.#place === '' ? name : `${this.#place}.${name}`
    return new Payload(has ? (value as Record<string, unknown>)[name] : undefined, place)
  }

  /** The text under these names. Numbers count as texts. */
  text(...names: readonly string[]): string {
    const part = this.at(...names)
    return part.#text() ?? part.#fail()
  }

  /** The same, or undefined for anything that is not a text, and for an empty one. */
  find(...names: readonly string[]): string | undefined {
    return this.at(...names).#text() || undefined
  }

  /** The first of these parts that is a text. */
  findFirst(...places: readonly (readonly string[])[]): string | undefined {
    for (const names of places) {
      const text = this.find(...names)
      if (text !== undefined) return text
    }
    return undefined
  }

  number(...names: readonly string[]): number | undefined {
    const { value } = this.at(...names)
    return typeof value === 'number' ? value : undefined
  }

  isTrue(...names: readonly string[]): boolean {
    return this.at(...names).value === true
  }

  has(...names: readonly string[]): boolean {
    const { value } = this.at(...names)
    return value !== undefined && value !== null
  }

  /** The list under these names. A list that is not there is empty. */
  list(...names: readonly string[]): Payload[] {
    const part = this.at(...names)
    const { value } = part
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return part.#fail()
    return value.slice(0, MAX_LIST_ITEMS).map((item, index) => new Payload(item, `${part.#place}[${index}]`))
  }

  /** How many items the list has, also those beyond the limit. */
  count(...names: readonly string[]): number {
    const { value } = this.at(...names)
    return Array.isArray(value) ? value.length : 0
  }

  /** The texts of an object, by their names. */
  entries(...names: readonly string[]): [string, string][] {
    const { value } = this.at(...names)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(value).flatMap(([name, item]): [string, string][] =>
      typeof item === 'string' || typeof item === 'number' ? [[name, `${item}`]] : [],
    )
  }

  #text(): string | undefined {
    const { value } = this
    return typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : undefined
  }

  #fail(): never {
    throw new UnexpectedPayload(this.#place === '' ? 'the payload' : this.#place)
  }
}
