/** Something that holds in every healthy database, between any two transactions. */
export interface Invariant {
  readonly name: string
  /** One sentence, for the list that the command prints. */
  readonly holds: string
  /** Selects one `detail` text per breach. It reads and never repairs. */
  readonly breaches: string
}

/** How far each conversation has come, looked up once per conversation and not once per row that is joined to it. */
export const HEADS = '(select id, realm_id, last_hseq from conversation_head offset 0)'
