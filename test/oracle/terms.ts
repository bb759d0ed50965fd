import { flagsOf, inChannel, isMention, NOTHING_UNREAD, type Term, type TopicPolicy } from './answers.ts'
import { wordOf } from './history.ts'
import type { Message, Model } from './model.ts'
import type { View } from './world.ts'

/** What people have muted and followed after a history. */
export interface Attention {
  readonly policies: readonly TopicPolicy[]
  readonly mutedChannels: readonly { readonly who: number; readonly channel: number }[]
}

/** Returns the answer that the contract names. It is null for a narrow that is refused. */
export function viewOfTerms(model: Model, attention: Attention, who: number, terms: readonly Term[]): View | null {
  const channels = terms.flatMap((term) => ('channel' in term ? [term] : []))
  if (isContradiction(terms) || channels.some(({ channel }) => !model.reads(who, channel))) return null
  const named = channels.filter(({ negated }) => !negated)
  const isPersonal = terms.some((term) => term.operator === 'is' && term.operand !== 'resolved')
  const found = model.messages.filter((message) => {
    const received = model.copies[who]?.has(message.id) === true
    const isShown =
      named.length > 0 && !isPersonal
        ? message.channel === named[0]!.channel && inChannel(model, who, message.channel, received)
        : received && model.mayAccess(who, message)
    return isShown && named.length < 2 && terms.every((term) => matches(model, attention, who, term, message))
  })
  const messages = found.map((message) => ({ id: message.id, flags: flagsOf(model, who, message) }))
  const isMuted = named.length > 0 ? isTopicMuted : isHidden
  const unread = messages.find(({ flags }, n) => !flags.includes('read') && !isMuted(model, attention, who, found[n]!))
  return { messages, firstUnread: unread?.id ?? NOTHING_UNREAD }
}

const isDirect = (term: Term): boolean => term.operator === 'is' && term.operand === 'dm'

/** No message is in a channel and direct. */
function isContradiction(terms: readonly Term[]): boolean {
  const inChannels = (term: Term) => ['channel', 'topic'].includes(term.operator)
  return (
    terms.some((term) => (term.negated ? isDirect(term) : inChannels(term))) &&
    terms.some((term) => !term.negated && (isDirect(term) || term.operator === 'dm-including'))
  )
}

/** Search terms are positive, also negated ones. */
function matches(model: Model, attention: Attention, who: number, term: Term, message: Message): boolean {
  const isMatch = matchesPositive(model, attention, who, term, message)
  return term.negated && term.operator !== 'search' ? !isMatch : isMatch
}

function matchesPositive(model: Model, attention: Attention, who: number, term: Term, message: Message): boolean {
  switch (term.operator) {
    case 'channel':
      return message.channel === term.channel
    case 'topic':
      return message.channel !== null && message.topic.toLowerCase() === term.operand.toLowerCase()
    case 'sender':
      return message.sender === term.who
    case 'mentions':
      return message.mentioned.includes(term.who)
    case 'dm-including':
      return message.people.includes(term.who) && message.people.includes(who)
    case 'search':
      return term.operand.split(' ').every((word) => wordsOf(message).includes(word))
    case 'in':
      return term.operand === 'all' || !isHidden(model, attention, who, message)
    case 'is':
      return isSo(model, attention, who, term.operand, message)
  }
}

const wordsOf = ({ calls, topic }: Message): string[] => ['hello', wordOf(calls), topic.toLowerCase()]

function isSo(model: Model, attention: Attention, who: number, operand: string, message: Message): boolean {
  const copy = model.copies[who]?.get(message.id)
  switch (operand) {
    case 'dm':
      return message.channel === null
    case 'starred':
      return copy?.has('starred') === true
    case 'unread':
      return copy !== undefined && !copy.has('read')
    case 'mentioned':
      return copy !== undefined && isMention(copy)
    case 'followed':
      return policyOf(attention, who, message) === 3
    case 'muted':
      return isHidden(model, attention, who, message)
    default:
      return false
  }
}

/** The policy that was set last. */
const policyOf = ({ policies }: Attention, who: number, message: Message): number =>
  policies.findLast(
    (one) =>
      one.who === who && one.channel === message.channel && one.topic.toLowerCase() === message.topic.toLowerCase(),
  )?.policy ?? 0

const isTopicMuted = (_: Model, attention: Attention, who: number, message: Message): boolean =>
  policyOf(attention, who, message) === 1

function isHidden(model: Model, attention: Attention, who: number, message: Message): boolean {
  const policy = policyOf(attention, who, message)
  const isChannelMuted =
    message.channel !== null &&
    model.isSubscribed(who, message.channel) &&
    attention.mutedChannels.some((one) => one.who === who && one.channel === message.channel)
  return policy === 1 || (isChannelMuted && policy === 0)
}
