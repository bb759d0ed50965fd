/** The content that is shown below a block with a link. */
export interface Preview {
  readonly html: string
  /** True if `has:image` finds a message with it. */
  readonly isImage: boolean
  /** True if it may replace a paragraph that contains only the link. */
  readonly replacesLink: boolean
}

/** A link in the form that its author wrote. */
export interface PreviewedLink {
  readonly url: string
  /** The text of the link. Undefined if the address itself is shown. */
  readonly text: string | undefined
}
