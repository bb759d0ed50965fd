/** Whom somebody mutes. An account that mutes nobody has no record. */
export interface Mutes {
  readonly userId: number
  /** They are in the order in which they were muted. */
  readonly muted: readonly { readonly id: number; readonly at: number }[]
}

export const MUTE_INDEXES = { muted: ({ muted }: Mutes) => muted.map(({ id }) => `${id}`) }
