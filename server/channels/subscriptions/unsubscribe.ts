import { findChannel } from '../../kernel/access/channel-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { notPermitted, peopleOf } from '../subscribe.ts'
import { unsubscribeUsers } from '../unsubscribe-users.ts'
import { mayUnsubscribe, requireNamedChannels } from './access.ts'

export interface UnsubscribeRequest {
  /** Names of channels. */
  readonly names: readonly string[]
  /** The caller alone when absent or empty. */
  readonly principals?: readonly (string | number)[] | undefined
}

/** Names of channels, once for each person. */
export interface UnsubscribeOutcome {
  readonly removed: string[]
  readonly not_removed: string[]
}

type Transact = (work: (tx: CallTx) => Promise<void>) => Promise<void>

/** Some people who leave a channel in the same transaction. */
interface ChannelLeavers {
  readonly channel: Channel
  readonly people: readonly User[]
}

/** Each person may have many unread messages, and all of them are named in events. */
const MAX_PEOPLE_PER_TRANSACTION = 200
const MAX_CHANNELS_PER_TRANSACTION = 50

/**
 * Unsubscribes people from channels. A large request runs in several transactions, so that other changes do not wait
 * for all of it; what refuses a request refuses it before the first.
 */
export async function unsubscribe(
  transact: Transact,
  caller: Actor,
  request: UnsubscribeRequest,
): Promise<UnsubscribeOutcome> {
  const { channels, people } = planUnsubscribe(caller, request)
  const { memberships } = caller.realm
  const outcome: UnsubscribeOutcome = { removed: [], not_removed: [] }
  const leavings: ChannelLeavers[] = []
  for (const channel of channels) {
    const leaving = people.filter(({ id }) => memberships.isSubscribed(id, channel.id))
    for (const { id } of people)
      (memberships.isSubscribed(id, channel.id) ? outcome.removed : outcome.not_removed).push(channel.name)
    for (let start = 0; start < leaving.length; start += MAX_PEOPLE_PER_TRANSACTION)
      leavings.push({ channel, people: leaving.slice(start, start + MAX_PEOPLE_PER_TRANSACTION) })
  }
  for (const piece of piecesOf(leavings)) await transact((tx) => unsubscribePiece(tx, piece))
  return outcome
}

/** Throws what refuses the request. */
export function planUnsubscribe(caller: Actor, request: UnsubscribeRequest): { channels: Channel[]; people: User[] } {
  const people = peopleOf(caller, request.principals)
  const channels = requireNamedChannels(caller, request.names)
  if (!channels.every((channel) => mayUnsubscribe(caller, channel, people))) throw notPermitted()
  return { channels, people }
}

function piecesOf(leavings: readonly ChannelLeavers[]): ChannelLeavers[][] {
  const pieces: ChannelLeavers[][] = []
  let count = 0
  for (const leaving of leavings) {
    const last = pieces.at(-1)
    count += leaving.people.length
    if (last && last.length < MAX_CHANNELS_PER_TRANSACTION && count <= MAX_PEOPLE_PER_TRANSACTION) last.push(leaving)
    else {
      pieces.push([leaving])
      count = leaving.people.length
    }
  }
  return pieces
}

async function unsubscribePiece(tx: CallTx, piece: readonly ChannelLeavers[]): Promise<void> {
  for (const { channel: planned, people } of piece) {
    // The permission may have been revoked since the request was planned.
    const channel = findChannel(tx.actor, planned.id)
    if (!channel || !mayUnsubscribe(tx.actor, channel, people)) throw notPermitted()
    await unsubscribeUsers(tx, channel, people)
  }
}
