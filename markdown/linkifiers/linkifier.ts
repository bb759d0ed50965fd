/** A pattern of the organization, compiled once. Matching text becomes a link. */
export interface Linkifier {
  readonly id: number
  /** Units of work for each character of a text. */
  readonly cost: number
  /** The matches in a text, boundaries respected, left to right, in time linear in its length. */
  matches(text: string): Iterable<LinkifierMatch>
}

export interface LinkifierMatch {
  readonly start: number
  readonly end: number
  readonly url: string
}
