import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { decodeOperand, encodeOperand } from '../../markdown/narrow-link.ts'

/** A place in the app, as the fragment of the address names it. */
export type Address =
  | { view: 'inbox' | 'recent' | 'feed' | 'mentions' | 'saved' | 'drafts' | 'scheduled' | 'reminders' }
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

/** `7-infra` and `7` are the same channel. */
const idIn = (operand: string): number | undefined => {
  const id = /^(\d+)(?:-|$)/.exec(operand)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** `3,4-group`, `3-Ann` and `3` name people. */
function idsIn(operand: string): number[] | undefined {
  const ids = /^(\d+(?:,\d+)*)(?:-|$)/.exec(operand)?.[1]
  return ids?.split(',').map(Number)
}

interface RawTerm {
  operator: string
  negated: boolean
  operand: string
}

function rawTerms(parts: readonly string[]): RawTerm[] | undefined {
  if (parts.length === 0 || parts.length % 2 === 1) return undefined
  const terms: RawTerm[] = []
  for (let index = 0; index < parts.length; index += 2) {
    const [name = '', text = ''] = [parts[index], parts[index + 1]]
    const operand = decodeOperand(text)
    if (operand === undefined) return undefined
    terms.push({ operator: name.replace(/^-/, ''), negated: name.startsWith('-'), operand })
  }
  return terms
}

const ALIASES: Readonly<Record<string, string>> = { stream: 'channel', subject: 'topic', 'pm-with': 'dm' }

function narrowAddress(parts: readonly string[]): Address {
  const raw = rawTerms(parts)?.map((one) => ({ ...one, operator: ALIASES[one.operator] ?? one.operator }))
  if (!raw) return UNKNOWN
  const near = raw.find(({ operator }) => operator === 'near' || operator === 'with')
  const rest = raw.filter((one) => one !== near)
  const target = near && /^\d+$/.test(near.operand) ? Number(near.operand) : undefined
  const at = near?.operator === 'near' && target !== undefined ? { near: target } : {}
  const names = rest.map(({ operator, negated }) => (negated ? '-' : '') + operator).join(' ')
  const channelId = rest[0] && idIn(rest[0].operand)
  if (names === 'channel' && channelId !== undefined) return { view: 'channel', channelId, ...at }
  if (names === 'channel topic' && channelId !== undefined) {
    const withMessage = near?.operator === 'with' && target !== undefined ? { with: target } : {}
    return { view: 'topic', channelId, topic: rest[1]?.operand ?? '', ...at, ...withMessage }
  }
  const ids = names === 'dm' ? idsIn(rest[0]?.operand ?? '') : undefined
  if (ids) return { view: 'direct', ids, ...at }
  if (names === 'is' && rest[0]?.operand === 'mentioned') return { view: 'mentions' }
  if (names === 'is' && rest[0]?.operand === 'starred') return { view: 'saved' }
  return { view: 'search', narrow: rest.map(toTerm), ...at }
}

const ID_OPERATORS = new Set(['channel', 'sender', 'dm-including', 'id'])

function toTerm({ operator, negated, operand }: RawTerm): NarrowTerm {
  const ids = operator === 'dm' ? idsIn(operand) : undefined
  const id = ID_OPERATORS.has(operator) ? idIn(operand) : undefined
  return { operator, negated, operand: ids ?? id ?? operand }
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

/** The names that an address shows beside ids. */
export interface Names {
  channel(id: number): string | undefined
  person(id: number): string | undefined
}

const named = (id: number, name: string | undefined): string =>
  name === undefined ? `${id}` : `${id}-${encodeOperand(name.replaceAll(' ', '-'))}`

const nearPart = ({ near }: { near?: number }): string => (near === undefined ? '' : `/near/${near}`)

function operandText({ operand }: NarrowTerm): string {
  return encodeOperand(Array.isArray(operand) ? operand.join() : String(operand))
}

/** The current form of an address. */
export function formatAddress(address: Address, names: Names): string {
  switch (address.view) {
    case 'mentions':
      return '#narrow/is/mentioned'
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
    case 'direct': {
      const [only, ...more] = address.ids
      const people = more.length > 0 ? `${address.ids.join()}-group` : named(only ?? 0, names.person(only ?? 0))
      return `#narrow/dm/${people}${nearPart(address)}`
    }
    case 'search': {
      const terms = address.narrow.map((one) => `${one.negated ? '-' : ''}${one.operator}/${operandText(one)}`)
      return `#narrow/${terms.join('/')}${nearPart(address)}`
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
