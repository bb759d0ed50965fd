/** A pattern of the organization, compiled once. Matching text becomes a link. */
export interface Linkifier {
  readonly id: number
  /** The matches in a text, at word boundaries, from left to right, in linear time. */
  matches(text: string): Iterable<LinkifierMatch>
}

export interface LinkifierMatch {
  readonly start: number
  readonly end: number
  readonly url: string
}
