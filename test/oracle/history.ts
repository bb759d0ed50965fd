/** People and channels are numbers from 0; so are messages, in the order in which the history sends them. */
export type Operation =
  | {
      readonly do: 'send'
      readonly by: number
      readonly channel: number
      readonly topic: number
      readonly mentions: readonly number[]
      readonly everybody: boolean
      readonly readBySender: boolean
    }
  | { readonly do: 'direct'; readonly by: number; readonly to: readonly number[]; readonly readBySender: boolean }
  | { readonly do: 'subscribe' | 'unsubscribe'; readonly who: number; readonly channel: number }
  | { readonly do: 'deactivate' | 'reactivate'; readonly who: number }
  | {
      readonly do: 'flag'
      readonly who: number
      readonly flag: 'read' | 'starred'
      readonly op: 'add' | 'remove'
      readonly messages: readonly number[]
    }

export interface ChannelKind {
  readonly inviteOnly: boolean
  readonly historyPublic: boolean
}

export const PEOPLE = 4
export const TOPICS = ['lunch', 'Lunch', 'leaks'] as const

/** The last one's history is protected: who comes later sees nothing older. */
export const CHANNELS: readonly ChannelKind[] = [
  { inviteOnly: false, historyPublic: true },
  { inviteOnly: true, historyPublic: true },
  { inviteOnly: true, historyPublic: false },
]
export const PROTECTED = 2
