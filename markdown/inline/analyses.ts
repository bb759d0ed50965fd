/** What is found out about a whole text when the first rule asks. */

/** Which bracket closes which. */
export interface BracketPairs {
  /** The bracket that closes the one here. */
  square(open: number): number | undefined
  /** The parenthesis that closes the one here, on the same line. */
  parenthesis(open: number): number | undefined
  /** The first blank after the parenthesis here that lies in no other. */
  blankAfter(open: number): number | undefined
}

/** Which markers of emphasis are none, because they are part of something else. */
export interface MarkersHidden {
  /** Is the marker here part of an address? */
  isInAddress(position: number): boolean
  /** The next marker that is not hidden, before the limit and on this line. */
  next(marker: '*' | '~', from: number, limit: number): number | undefined
}
