/** Something that holds in every healthy database, between any two transactions. */
export interface Invariant {
  readonly name: string
  /** One sentence, for the list that the command prints. */
  readonly holds: string
  /** Selects one `detail` text per breach. It reads and never repairs. */
  readonly breaches: string
}
