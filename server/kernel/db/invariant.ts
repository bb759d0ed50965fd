/** A condition that holds in every healthy database, between any two transactions. */
export interface Invariant {
  readonly name: string
  /** One sentence for the list that the command prints. */
  readonly holds: string
  /** Selects one `detail` text per violation. It only reads. */
  readonly breaches: string
}

/** The last position of each conversation, looked up once per conversation and not once per joined row. */
export const HEADS = '(select id, realm_id, last_hseq from conversation_head offset 0)'

/** The message `m` belongs to an import that has not ended. Its sender and its conversation come with the end. */
export const IS_HIDDEN = 'exists (select from import_conversation h where h.conv_id = m.conv_id)'
