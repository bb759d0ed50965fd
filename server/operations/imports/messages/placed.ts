/** The place of a message, by our ids. */
export interface MessagePlace {
  readonly id: number
  readonly conv: number
  readonly hseq: number
  readonly channelId: number | null
  readonly members: readonly number[] | null
  readonly topic: string | null
}
