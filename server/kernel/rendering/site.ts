/** What the rendering of a text needs to know about this server. */
export interface Site {
  /** The organization's address. */
  readonly url: string
  /** False if the operator wants no previews of pictures, videos and pages. */
  readonly showsPreviews: boolean
  /** The address under which this server provides a picture, a video or a sound of another site, if it does. */
  proxied(url: string): string | undefined
}
