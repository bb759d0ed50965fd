import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { FileStore } from '../../kernel/files/file-store.ts'
import { accounts, emailOf } from './accounts.ts'
import { alertWords } from './alert-words.ts'
import { channelSettings } from './channel-settings.ts'
import { directConversations } from './direct-conversations.ts'
import { files } from './files.ts'
import { flags } from './flags.ts'
import { groups } from './groups.ts'
import { memberships } from './memberships.ts'
import { messages } from './messages.ts'
import { onboarding } from './onboarding.ts'
import { organization } from './organization.ts'
import { ownTexts } from './own-texts.ts'
import { peopleState } from './people-state.ts'
import { channels } from './places.ts'
import { profiles } from './profiles.ts'
import { seededRandom } from './random.ts'
import { polls, reactions } from './reactions.ts'
import { readState } from './read-state.ts'
import { type PopulateReport, reportOf } from './report.ts'
import { scheduled } from './scheduled.ts'
import { type SizeName, sizes } from './sizes.ts'
import type { KeySealer, Step } from './step.ts'

/** One step per area. Each may use the temporary tables of the steps before it. */
const steps: readonly Step[] = [
  accounts,
  profiles,
  groups,
  channels,
  directConversations,
  memberships,
  messages,
  readState,
  flags,
  reactions,
  polls,
  organization,
  alertWords,
  channelSettings,
  ownTexts,
  scheduled,
  files,
  peopleState,
  onboarding,
]

const SEED = 20_260
const FILLED = ['message', 'conversation', 'topic', 'member', 'read_pos', 'subscription', 'account', 'user_flag']

export interface PopulateOptions {
  readonly size: SizeName
  readonly realmId: number
  readonly secret: KeySealer
  /** For the bytes of files. Without it there are only their rows. */
  readonly store?: Pick<FileStore, 'write'>
  /** The end of the generated history, in seconds. */
  readonly now?: number
  readonly onProgress?: (step: string, share: number) => void
}

/**
 * Fills an organization with people, channels and history, directly in the database and always the same. It bypasses
 * the log, so no server may run on that database: the log restarts after it, and older queues end.
 */
export async function populate<DB>(db: Kysely<DB>, options: PopulateOptions): Promise<PopulateReport> {
  const tell = options.onProgress ?? (() => {})
  const report = await db.transaction().execute(async (tx) => {
    const seq = await startLogAfresh(tx, options.realmId)
    await refuseSecondTime(tx, options.realmId)
    // With the default memory, sorting and hashing a million rows would use the disk.
    await sql`set local work_mem = '128MB'`.execute(tx)
    const random = seededRandom(SEED)
    const now = options.now ?? Math.floor(Date.now() / 1000)
    for (const step of steps) {
      tell(step.name, 0)
      const progress = (share: number) => tell(step.name, share)
      await step.run({ ...options, tx, size: sizes[options.size], random, now, seq, progress })
      tell(step.name, 1)
    }
    return await reportOf(tx)
  })
  tell('vacuum', 0)
  await sql.raw(`vacuum (analyze) ${FILLED.join(', ')}`).execute(db)
  tell('vacuum', 1)
  return report
}

/**
 * Takes the lane and empties the log. The old rows do not explain the new state, so they are deleted together with the
 * queues that read them.
 */
async function startLogAfresh(tx: QueryExecutorProvider, realmId: number): Promise<string> {
  const { rows } = await sql<{ seq: string }>`
    update realm_log set seq = seq + 1, floor = seq + 2 where realm_id = ${realmId} returning seq::text as seq`.execute(
    tx,
  )
  const seq = rows[0]?.seq
  if (seq === undefined) throw new Error(`There is no organization ${realmId}.`)
  await sql`delete from event_log where realm_id = ${realmId}`.execute(tx)
  await sql`delete from event_queue where realm_id = ${realmId}`.execute(tx)
  await sql`update log_cursor set seq = ${seq} where realm_id = ${realmId}`.execute(tx)
  return seq
}

async function refuseSecondTime(tx: QueryExecutorProvider, realmId: number): Promise<void> {
  const { rows } = await sql`
    select from account where realm_id = ${realmId} and lower(delivery_email) = ${emailOf(0)}`.execute(tx)
  if (rows.length > 0) throw new Error('This organization was populated before: use a fresh data folder.')
}
