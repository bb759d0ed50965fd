/** Analyses of a whole text, made when the first rule needs them. */

/** Matching brackets. */
export interface BracketPairs {
  /** The position of the matching bracket. */
  square(open: number): number | undefined
  /** The position of the matching parenthesis on the same line. */
  parenthesis(open: number): number | undefined
  /** The first blank after this parenthesis that is not inside another one. */
  blankAfter(open: number): number | undefined
}

/** Emphasis markers that do not count, because they are part of another construct. */
export interface MarkersHidden {
  /** True if the marker is part of an address. */
  isInAddress(position: number): boolean
  /** The next marker that is not hidden, before the limit and on this line. */
  next(marker: '*' | '~', from: number, limit: number): number | undefined
}
