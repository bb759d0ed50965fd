import { ApiError, badRequest } from '../../api/errors.ts'
import { mayAddOthers } from '../kernel/access/channel-access.ts'
import { findShownUser } from '../kernel/access/user-access.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import type { User } from '../kernel/realm-state/user.ts'
import { checkChannelName } from '../kernel/texts/channel-name.ts'
import type { CallTx } from '../kernel/transaction/tx.ts'
import { type ChannelOptions, type ChannelRequest, createChannel, requireMayCreate } from './create-channel.ts'
import { requireFewPerDay } from './creation-limits.ts'
import { sendChannelAnnouncement } from './notices/send-announcement.ts'
import { subscribeUsers } from './subscribe-users.ts'

export interface NewChannelRequest {
  readonly wanted: ChannelRequest
  readonly options: ChannelOptions
  readonly subscriberIds: readonly number[]
  readonly announces: boolean
}

type Transact = <T>(work: (tx: CallTx) => Promise<T>) => Promise<T>

/** The number of people who are subscribed in one transaction. Other changes wait for it. */
const PEOPLE_AT_ONCE = 100

/** Creates one channel that must not exist yet. Many people are subscribed to it in several transactions. */
export async function createNewChannel(transact: Transact, request: NewChannelRequest): Promise<number> {
  const ids = [...new Set(request.subscriberIds)]
  const id = await transact((tx) => createWithFirst(tx, { ...request, subscriberIds: ids }))
  for (let start = PEOPLE_AT_ONCE; start < ids.length; start += PEOPLE_AT_ONCE)
    await transact((tx) => subscribeMore(tx, id, ids.slice(start, start + PEOPLE_AT_ONCE)))
  return id
}

async function createWithFirst(
  tx: CallTx,
  { wanted, options, subscriberIds, announces }: NewChannelRequest,
): Promise<number> {
  const { actor, realm } = tx
  requireMayCreate(actor, options)
  const name = checkChannelName(wanted.name)
  if (realm.channelByName(name))
    throw new ApiError('CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, { data: { channel_name: name } })
  await requireFewPerDay(tx, 1)
  const people = subscriberIds.map((id) => requireUser(actor, id))
  const channel = await createChannel(
    tx,
    actor.user.id,
    { ...wanted, name },
    options,
    subscriberIds.slice(0, PEOPLE_AT_ONCE),
  )
  if (people.some((user) => user.id !== actor.user.id) && !mayAddOthers(actor, channel))
    throw badRequest('Insufficient permission')
  await subscribeUsers(tx, [channel], people.slice(0, PEOPLE_AT_ONCE), [channel])
  if (announces) await sendChannelAnnouncement(tx, [channel])
  return channel.id
}

function requireUser({ realm, user: caller }: Actor, id: number): User {
  const user = findShownUser(realm, caller, id)
  if (!user?.isActive) throw badRequest('No such user')
  return user
}

/** The request was allowed as a whole. What has gone in the meantime is left out. */
async function subscribeMore(tx: CallTx, channelId: number, ids: readonly number[]): Promise<void> {
  const channel: Channel | undefined = tx.realm.channels.get(channelId)
  if (!channel || channel.isArchived) return
  const people = ids.flatMap((id) => tx.realm.users.get(id) ?? []).filter((user) => user.isActive)
  await subscribeUsers(tx, [channel], people)
}
