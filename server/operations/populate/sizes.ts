export const SIZES = ['S', 'M', 'L'] as const
export type SizeName = (typeof SIZES)[number]

export interface Size {
  readonly users: number
  readonly channels: number
  /** The number of channels that everyone is subscribed to, which are the busiest. */
  readonly everybody: number
  /** The average number of channels per user. */
  readonly perUser: number
  readonly topics: number
  readonly messages: number
  readonly directConversations: number
}

export const sizes: Readonly<Record<SizeName, Size>> = {
  S: {
    users: 100,
    channels: 20,
    everybody: 2,
    perUser: 8,
    topics: 200,
    messages: 10_000,
    directConversations: 60,
  },
  M: {
    users: 10_000,
    channels: 1_000,
    everybody: 20,
    perUser: 60,
    topics: 20_000,
    messages: 1_000_000,
    directConversations: 5_000,
  },
  L: {
    users: 50_000,
    channels: 1_000,
    everybody: 20,
    perUser: 60,
    topics: 20_000,
    messages: 1_000_000,
    directConversations: 10_000,
  },
}
