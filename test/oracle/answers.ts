import { type Flag, kind, type Message, type Model } from './model.ts'

/** A narrow in the model's numbers. */
export type Narrow =
  | { readonly of: 'everything' }
  | { readonly of: 'mentions' | 'alerted' | 'starred' }
  | { readonly of: 'channel'; readonly channel: number }
  | { readonly of: 'topic'; readonly channel: number; readonly topic: string }
  | { readonly of: 'direct'; readonly people: readonly number[] }

/** A term of a narrow in the model's numbers. */
export type Term = { readonly negated: boolean } & (
  | { readonly operator: 'channel'; readonly channel: number }
  | { readonly operator: 'sender' | 'dm-including' | 'mentions'; readonly who: number }
  | { readonly operator: 'topic' | 'is' | 'in' | 'search'; readonly operand: string }
)

/** Policy 0 is none, 1 muted, 2 unmuted, 3 followed. */
export interface TopicPolicy {
  readonly who: number
  readonly channel: number
  readonly topic: string
  readonly policy: 0 | 1 | 2 | 3
}

export interface SeenMessage {
  readonly id: number
  readonly flags: readonly string[]
}

export interface Unread {
  readonly count: number
  readonly direct: Readonly<Record<string, readonly number[]>>
  readonly channels: Readonly<Record<string, readonly number[]>>
  readonly mentions: readonly number[]
}

export const NOTHING_UNREAD = 10_000_000_000_000_000

/** The sorted flags of the API. An accessible message that was never received counts as read. */
export function flagsOf(model: Model, who: number, message: Message): string[] {
  const copy = model.copies[who]?.get(message.id)
  const flags: string[] = copy ? [...copy] : ['read', 'historical']
  // Each wildcard flag comes with the deprecated flag for both.
  if (copy?.has('stream_wildcard_mentioned') || copy?.has('topic_wildcard_mentioned')) flags.push('wildcard_mentioned')
  return flags.toSorted()
}

export function messagesIn(model: Model, who: number, narrow: Narrow): SeenMessage[] {
  return model.messages
    .filter((message) => matches(model, who, narrow, message))
    .map((message) => ({ id: message.id, flags: flagsOf(model, who, message) }))
}

const FLAG_OF = { alerted: 'has_alert_word', starred: 'starred' } as const

function matches(model: Model, who: number, narrow: Narrow, message: Message): boolean {
  const received = model.copies[who]?.has(message.id) === true
  switch (narrow.of) {
    case 'everything':
      return received && model.mayAccess(who, message)
    case 'mentions':
      return received && model.mayAccess(who, message) && isMention(model.copies[who]!.get(message.id)!)
    case 'alerted':
    case 'starred':
      return received && model.mayAccess(who, message) && model.copies[who]!.get(message.id)!.has(FLAG_OF[narrow.of])
    case 'channel':
      return message.channel === narrow.channel && inChannel(model, who, narrow.channel, received)
    case 'topic':
      return (
        message.channel === narrow.channel &&
        message.topic.toLowerCase() === narrow.topic.toLowerCase() &&
        inChannel(model, who, narrow.channel, received)
      )
    case 'direct':
      return message.channel === null && received && message.people.join() === withOneself(narrow.people, who)
  }
}

/** A direct narrow may leave out the person's own id. */
const withOneself = (people: readonly number[], who: number): string =>
  [...new Set([...people, who])].toSorted((a, b) => a - b).join()

export const inChannel = (model: Model, who: number, channel: number, received: boolean): boolean =>
  model.reads(who, channel) && (kind(channel).historyPublic || received)

/** The anchor for `first_unread`. */
export function firstUnread(model: Model, who: number, narrow: Narrow): number {
  return messagesIn(model, who, narrow).find((seen) => !seen.flags.includes('read'))?.id ?? NOTHING_UNREAD
}

export function unreadOf(model: Model, who: number): Unread {
  const direct: Record<string, number[]> = {}
  const channels: Record<string, number[]> = {}
  const mentions: number[] = []
  let count = 0
  for (const message of model.messages) {
    const copy = model.copies[who]?.get(message.id)
    if (!copy || copy.has('read') || !model.mayAccess(who, message)) continue
    count += 1
    if (message.channel === null) list(direct, message.people.join()).push(message.id)
    else list(channels, `${message.channel} ${message.topic}`).push(message.id)
    if (isMention(copy)) mentions.push(message.id)
  }
  return { count, direct, channels, mentions }
}

export const isMention = (copy: ReadonlySet<Flag>): boolean =>
  copy.has('mentioned') || copy.has('stream_wildcard_mentioned') || copy.has('topic_wildcard_mentioned')

function list(lists: Record<string, number[]>, key: string): number[] {
  lists[key] ??= []
  return lists[key]
}
