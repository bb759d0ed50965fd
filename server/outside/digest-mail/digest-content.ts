/** A part of the mail, for text and for HTML. */
export interface DigestPart {
  readonly title: string
  readonly link: string
  readonly about: string
  readonly quotes: readonly { readonly head: string; readonly text: string }[]
}

export interface DigestContent {
  readonly title: string
  readonly intro: string
  readonly topics: readonly DigestPart[]
  readonly channels: readonly DigestPart[]
  /** What was too much, or is not shown. */
  readonly rest: string
  readonly why: string
}
