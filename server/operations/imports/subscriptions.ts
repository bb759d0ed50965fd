import { sql } from 'kysely'
import { pickColor } from '../../channels/colors.ts'
import { BATCH, inBatches } from './batches.ts'
import { draft, type ImportRun, type KnownRecords } from './importing.ts'
import { addRecords, knownAmong, stage } from './records.ts'
import type { SourceSubscription } from './source.ts'

const NOTIFICATIONS = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

export async function importSubscriptions(to: ImportRun): Promise<void> {
  await joinStaged(to)
  let count = 0
  await inBatches(to.source.subscriptions(), BATCH, async (batch) => {
    const placed = batch.flatMap((one) => place(to, one))
    const keys = [...placed.keys()].map((index) => placed[index]!.key)
    const known = await knownAmong(to.db, to.importId, 'subscription', keys)
    const fresh = new Map(placed.filter(({ key }) => !known.has(key)).map((one) => [one.key, one.row]))
    await to.db.transaction().execute(async (tx) => {
      await addRecords(
        tx,
        to.importId,
        'subscription',
        [...fresh.keys()].map((key) => [key, 0] as const),
      )
      await stage(tx, to.importId, 'subscription', [...fresh.values()])
    })
    join(to, [...fresh.values()])
    count += fresh.size
    to.progress('subscriptions', count)
  })
  if (count > 0) to.added('subscriptions', count)
}

interface StagedSubscription {
  readonly user_id: number
  readonly channel_id: number
  readonly active: boolean
}

/** False, with a report, for a subscription that cannot be imported. */
export function isPossible({ people, channels, report }: KnownRecords, one: SourceSubscription): boolean {
  const missing = !people.has(one.personId) ? 'person' : !channels.has(one.channelId) ? 'channel' : null
  if (missing !== null) report.skip(one.where, `the ${missing} of the subscription is not there`)
  return missing === null
}

export const subscriptionKey = ({ personId, channelId }: SourceSubscription): string => `${personId} ${channelId}`

function place(to: ImportRun, one: SourceSubscription) {
  if (!isPossible(to, one)) return []
  const channelId = to.channels.get(one.channelId)!
  const isColor = /^#[0-9a-f]{6}$/i.test(one.color ?? '')
  const notifications = NOTIFICATIONS.map((name) => [name, one.notifications?.[name] ?? null])
  const row: StagedSubscription = {
    user_id: to.people.get(one.personId)!,
    channel_id: channelId,
    active: one.isActive ?? true,
    ...{ color: isColor ? one.color : pickColor(new Set(), channelId) },
    ...{ is_muted: one.isMuted ?? false, pin_to_top: one.pinToTop ?? false },
    ...Object.fromEntries(notifications),
  }
  return [{ key: subscriptionKey(one), row }]
}

/** Who is subscribed decides who is mentioned, and which channels a text may name. */
function join(to: ImportRun, rows: readonly StagedSubscription[]): void {
  const active = rows.filter((row) => row.active && to.realm.users.get(row.user_id)?.isActive)
  for (const [channelId, joined] of Map.groupBy(active, (row) => row.channel_id))
    draft(to.realm, [{ join: channelId, users: joined.map((row) => row.user_id) }])
}

async function joinStaged(to: ImportRun): Promise<void> {
  const { rows } = await sql<StagedSubscription>`
    select (row ->> 'user_id')::int as user_id, (row ->> 'channel_id')::int as channel_id, (row ->> 'active')::boolean as active
    from import_row where import_id = ${to.importId} and into_table = 'subscription'`.execute(to.db)
  join(to, rows)
}
