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
  | {
      readonly do: 'move'
      readonly by: number
      readonly message: number
      readonly mode: 'change_one' | 'change_later' | 'change_all'
      /** Null to keep it. */
      readonly topic: number | null
      readonly channel: number | null
    }
  /** The sender of the message does it. */
  | { readonly do: 'edit'; readonly by: number; readonly message: number; readonly calls: Calls }
  | { readonly do: 'delete'; readonly by: number; readonly message: number }
  | { readonly do: 'mute' | 'unmute'; readonly who: number; readonly whom: number }
  | { readonly do: 'alert'; readonly who: number; readonly isOn: boolean }

/** The mentions in the text of a message. */
export interface Calls {
  readonly people: readonly number[]
  /** True if the group of people with even numbers is mentioned. */
  readonly group: boolean
  readonly everybody: boolean
  /** The people who wrote in the topic before, and the sender. */
  readonly topic: boolean
  /** The text has the word that some people want to be alerted by. */
  readonly word: boolean
}

const WORDS = ['apple', 'banana', 'cherry'] as const

/** A word in the text of a message, which depends on whom it mentions. */
export const wordOf = ({ people, everybody }: Calls): string =>
  WORDS[(people.length + (everybody ? 1 : 0)) % WORDS.length] as string

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
