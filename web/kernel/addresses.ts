import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { encodeOperand } from '../../markdown/narrow-link.ts'
import { idIn, idsIn, messageIdIn, type Names, named, namedPeople, rawTerms, termText, toTerm } from './narrow-terms.ts'

/** A place in the app, as the fragment of the address names it. */
export type Address =
  | { view: 'inbox' | 'recent' | 'feed' | 'mentions' | 'reactions' | 'saved' | 'drafts' | 'scheduled' | 'reminders' }
  /** The lists that fill the screen of a phone. */
  | { view: 'channels' | 'messages' | 'you' | 'search-field' }
  | { view: 'topics'; channelId: number }
  | { view: 'channel'; channelId: number; near?: number }
  | { view: 'topic'; channelId: number; topic: string; near?: number; with?: number }
  /** Everybody in the conversation, as far as the address names them. */
  | { view: 'direct'; ids: readonly number[]; near?: number }
  | { view: 'search'; narrow: readonly NarrowTerm[]; near?: number }
  | { view: 'settings' | 'organization'; section: string }
  | { view: 'channel-settings'; channelId: number; section: string }
  | { view: 'unknown' }

const UNKNOWN: Address = { view: 'unknown' }

const VIEWS: Readonly<Record<string, Address>> = {
  '': { view: 'inbox' },
  inbox: { view: 'inbox' },
  recent: { view: 'recent' },
  feed: { view: 'feed' },
  drafts: { view: 'drafts' },
  scheduled: { view: 'scheduled' },
  reminders: { view: 'reminders' },
  channels: { view: 'channels' },
  messages: { view: 'messages' },
  you: { view: 'you' },
  search: { view: 'search-field' },
}

function narrowAddress(parts: readonly string[]): Address {
  const raw = rawTerms(parts)
  if (!raw) return UNKNOWN
  const nears = raw.filter(({ operator }) => operator === 'near')
  const rest = raw.filter(({ operator }) => operator !== 'near')
  const near = messageIdIn(nears.at(-1)?.operand ?? '')
  const at = near === undefined ? {} : { near }
  const names = rest.map(({ operator, negated }) => (negated ? '-' : '') + operator).join(' ')
  const [first, second, third] = rest
  const channelId = first && idIn(first.operand)
  if (names === 'channel' && channelId !== undefined) return { view: 'channel', channelId, ...at }
  if (names === 'channel topic' && channelId !== undefined)
    return { view: 'topic', channelId, topic: second?.operand ?? '', ...at }
  const moved = messageIdIn(third?.operand ?? '')
  if (names === 'channel topic with' && channelId !== undefined && moved !== undefined)
    return { view: 'topic', channelId, topic: second?.operand ?? '', with: moved }
  const ids = names === 'dm' || names === 'dm with' ? idsIn(first?.operand ?? '') : undefined
  // The people of a conversation stay the same wherever its messages are.
  if (ids) return { view: 'direct', ids, ...at }
  if (names === 'is' && first?.operand === 'mentioned') return { view: 'mentions' }
  if (names === 'is' && first?.operand === 'starred') return { view: 'saved' }
  if (names === 'has sender' && first?.operand === 'reaction' && second?.operand === 'me') return { view: 'reactions' }
  return { view: 'search', narrow: rest.map(toTerm), ...at }
}

export function parseAddress(fragment: string): Address {
  const [first = '', ...parts] = fragment.replace(/^#/, '').split('/')
  if (first === 'narrow') return narrowAddress(parts)
  const channelId = idIn(parts[first === 'topics' ? 1 : 0] ?? '')
  if (first === 'topics' && parts[0] === 'channel' && channelId !== undefined) return { view: 'topics', channelId }
  if (first === 'settings' || first === 'organization') return { view: first, section: parts[0] ?? '' }
  if (first === 'channels' && channelId !== undefined)
    return { view: 'channel-settings', channelId, section: parts[1] ?? '' }
  return parts.length === 0 ? (VIEWS[first] ?? UNKNOWN) : UNKNOWN
}

const nearPart = ({ near }: { near?: number }): string => (near === undefined ? '' : `/near/${near}`)

/** The current form of an address. */
export function formatAddress(address: Address, names: Names): string {
  switch (address.view) {
    case 'mentions':
      return '#narrow/is/mentioned'
    case 'reactions':
      return '#narrow/has/reaction/sender/me'
    case 'saved':
      return '#narrow/is/starred'
    case 'search-field':
      return '#search'
    case 'topics':
      return `#topics/channel/${named(address.channelId, names.channel(address.channelId))}`
    case 'channel':
      return `#narrow/channel/${named(address.channelId, names.channel(address.channelId))}${nearPart(address)}`
    case 'topic': {
      const { channelId, topic } = address
      const suffix = address.with === undefined ? nearPart(address) : `/with/${address.with}`
      return `#narrow/channel/${named(channelId, names.channel(channelId))}/topic/${encodeOperand(topic)}${suffix}`
    }
    case 'direct':
      return `#narrow/dm/${namedPeople(address.ids, names)}${nearPart(address)}`
    case 'search': {
      const terms = address.narrow.map((one) => `/${termText(one, names)}`)
      const parts = `${terms.join('')}${nearPart(address)}`
      return parts === '' ? '#search' : `#narrow${parts}`
    }
    case 'settings':
    case 'organization':
      return `#${address.view}/${address.section}`
    case 'channel-settings':
      return `#channels/${address.channelId}/${address.section}`
    case 'unknown':
      return location.hash
    default:
      return `#${address.view}`
  }
}
