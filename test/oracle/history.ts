/** People and channels are numbers from 0, and so are messages, in the order of the history. */
export type Operation =
  | {
      readonly do: 'send'
      readonly by: number
      readonly channel: number
      readonly topic: number
      readonly calls: Calls
      readonly readBySender: boolean
    }
  | {
      readonly do: 'direct'
      readonly by: number
      readonly to: readonly number[]
      readonly calls: Calls
      readonly readBySender: boolean
    }
  | { readonly do: 'subscribe' | 'unsubscribe'; readonly who: number; readonly channel: number }
  | { readonly do: 'deactivate' | 'reactivate'; readonly who: number }
  | {
      readonly do: 'flag'
      readonly who: number
      readonly flag: 'read' | 'starred'
      readonly op: 'add' | 'remove'
      readonly messages: readonly number[]
    }

/** The mentions in the text of a message. */
export interface Calls {
  readonly people: readonly number[]
  /** True if the group of people with even numbers is mentioned. */
  readonly group: boolean
  readonly everybody: boolean
  /** The people who wrote in the topic before, and the sender. */
  readonly topic: boolean
}

const WORDS = ['apple', 'banana', 'cherry'] as const

/** A word in the text of a message, which depends on its operation. */
export const wordOf = ({ by, calls }: { readonly by: number; readonly calls: Calls }): string =>
  WORDS[(by + calls.people.length) % WORDS.length] as string

export const isInGroup = (who: number): boolean => who % 2 === 0

export interface ChannelKind {
  readonly inviteOnly: boolean
  readonly historyPublic: boolean
}

export const PEOPLE = 4
export const TOPICS = ['lunch', 'Lunch', 'leaks'] as const

/** The last channel has protected history: people who join later see nothing older. */
export const CHANNELS: readonly ChannelKind[] = [
  { inviteOnly: false, historyPublic: true },
  { inviteOnly: true, historyPublic: true },
  { inviteOnly: true, historyPublic: false },
]
export const PROTECTED = 2
