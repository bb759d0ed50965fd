import { audiences } from '../../kernel/access/channel-access.ts'
import { seconds } from '../../kernel/base/clock.ts'
import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { type ChannelActivity, firstIdSince, readActivity, saveActivity } from './queries.ts'
import { countedSince, isRecentlyActive, weeklyTraffic } from './traffic.ts'

type Activity = Pick<Channel, 'id' | 'weeklyTraffic' | 'isRecentlyActive'>

/** Read in one statement, which holds up nobody. */
const READ_AT_ONCE = 200
/** Changed in one transaction. Other changes wait for it. */
const CHANGED_AT_ONCE = 25

/** Counts the recent messages of an organization's channels, piece by piece, and stores what has changed. */
export async function updateActivity(context: WorkContext, realmId: number, signal: AbortSignal): Promise<void> {
  const { db } = context.database
  const now = seconds(context.clock)
  const since = countedSince(now)
  const firstId = await firstIdSince(db, realmId, since)
  let after = 0
  for (;;) {
    signal.throwIfAborted()
    const read = await readActivity(db, realmId, { after, firstId, since, most: READ_AT_ONCE })
    const changed = read.flatMap((channel) => changedActivity(channel, now))
    for (let start = 0; start < changed.length; start += CHANGED_AT_ONCE)
      await context.transact(realmId, (tx) => changeActivity(tx, changed.slice(start, start + CHANGED_AT_ONCE)))
    const last = read.at(-1)
    if (!last || read.length < READ_AT_ONCE) return
    after = last.id
  }
}

function changedActivity(channel: ChannelActivity, now: number): Activity[] {
  const traffic = weeklyTraffic(channel.createdAt, channel.recent, now)
  const isActive = isRecentlyActive(channel.createdAt, channel.lastSentAt, now)
  const isSame = traffic === channel.weeklyTraffic && isActive === channel.isRecentlyActive
  return isSame ? [] : [{ id: channel.id, weeklyTraffic: traffic, isRecentlyActive: isActive }]
}

/** Somebody has written in a channel that had no messages for months. */
export const wakeChannel = (context: WorkContext, realmId: number, channelId: number): Promise<void> =>
  context.transact(realmId, async (tx) => {
    const channel = tx.realm.channels.get(channelId)
    if (!channel || channel.isRecentlyActive) return
    await changeActivity(tx, [{ id: channelId, weeklyTraffic: channel.weeklyTraffic, isRecentlyActive: true }])
  })

/** Stores the new values and tells those who know the channels, with an event for each property. */
async function changeActivity(tx: Tx, changes: readonly Activity[]): Promise<void> {
  const audienceOf = audiences(tx.realm)
  const stored: Channel[] = []
  for (const change of changes) {
    const channel = tx.realm.channels.get(change.id)
    if (!channel || channel.isArchived) continue
    const changed = { ...channel, ...change }
    const properties = {
      ...(changed.weeklyTraffic === channel.weeklyTraffic ? {} : { stream_weekly_traffic: changed.weeklyTraffic }),
      ...(changed.isRecentlyActive === channel.isRecentlyActive
        ? {}
        : { is_recently_active: changed.isRecentlyActive }),
    }
    for (const [property, value] of Object.entries(properties))
      tx.emit(
        { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, property, value },
        audienceOf(channel),
        { state: [{ put: 'channel', value: changed }] },
      )
    stored.push(changed)
  }
  if (stored.length > 0) await saveActivity(tx.db, tx.realm.id, stored)
}
