/** What is shown below the block that holds a link. */
export interface Preview {
  readonly html: string
  readonly isImage: boolean
  /** May it stand in place of a paragraph that holds nothing but the link? */
  readonly replacesLink: boolean
}

/** A link as its author wrote it. */
export interface PreviewedLink {
  readonly url: string
  /** The text of the link; undefined when the address itself is shown. */
  readonly text: string | undefined
}
