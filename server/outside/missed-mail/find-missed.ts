import { seconds } from '../../kernel/base/clock.ts'
import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { Db } from '../../kernel/db/database.ts'
import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { settingOf } from '../../kernel/realm-state/user-settings.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import {
  choicesFor,
  insertMissed,
  type MissedMessage,
  mentionsIn,
  messagesAfter,
  moveSearch,
  type NewMessage,
  peopleWaiting,
  policiesIn,
  searchedUpTo,
  unsearchedRealms,
  waitingMessages,
} from './queries.ts'
import { type Receivers, whoWantsMail } from './who-wants-mail.ts'

/** Somebody has missed messages. */
export const missedMail = jobKind<{ readonly userId: number }>('missed-message-mail')

const MESSAGES_AT_ONCE = 2_000
const MISSED_AT_ONCE = 1_000
/** Then other organizations get a turn. The next search goes on. */
const MAX_PIECES_PER_SEARCH = 5
/** Nobody reads more in a mail, and a busy channel must not cost a row for each message and person. */
export const MAX_WAITING_MESSAGES = 200
/** Nobody needs mail about older messages, for example imported ones. */
const MAX_AGE_SECONDS = 86_400

/**
 * Searches the messages since the last search for people who want mail about them. This is not part of the send, whose
 * cost must not depend on who is away.
 */
export async function findMissedMessages(context: WorkContext): Promise<void> {
  for (const realmId of await unsearchedRealms(context.database.db)) {
    const { state } = await context.realms.live(realmId)
    for (let piece = 0; piece < MAX_PIECES_PER_SEARCH; piece += 1) if (!(await searchPiece(context, state))) break
  }
}

/** True if there may be more. */
async function searchPiece(context: WorkContext, realm: RealmState): Promise<boolean> {
  const { db } = context.database
  const from = await searchedUpTo(db, realm.id)
  const messages = await messagesAfter(db, realm.id, from, MESSAGES_AT_ONCE)
  const last = messages.at(-1)
  if (!last) return false
  const oldest = seconds(context.clock) - MAX_AGE_SECONDS
  const young = messages.filter((message) => message.sent_at > oldest)
  const missed = await withinLimit(db, realm, await missedAmong(db, realm, young))
  // A mention of everybody is stored in pieces. If it is cut short, the next search begins here again.
  for (let start = 0; start < missed.length; start += MISSED_AT_ONCE)
    await context.transact(realm.id, (tx) => store(tx, missed.slice(start, start + MISSED_AT_ONCE)))
  await moveSearch(db, realm.id, from, last.id)
  return messages.length === MESSAGES_AT_ONCE
}

async function missedAmong(db: Db, realm: RealmState, messages: readonly NewMessage[]): Promise<MissedMessage[]> {
  const inChannels = messages.filter(({ channel_id }) => channel_id !== null)
  const receiversOf = inChannels.length > 0 ? await loadReceivers(db, realm, inChannels) : () => NOBODY
  return messages.flatMap((message) => whoWantsMail(realm, message, receiversOf(message)))
}

/** Leaves out what would be too much for one mail. */
async function withinLimit(db: Db, realm: RealmState, missed: readonly MissedMessage[]): Promise<MissedMessage[]> {
  if (missed.length === 0) return []
  const waiting = new Map(await waitingMessages(db, realm.id, [...new Set(missed.map(({ userId }) => userId))]))
  return missed.filter(({ userId }) => {
    const before = waiting.get(userId) ?? 0
    waiting.set(userId, before + 1)
    return before < MAX_WAITING_MESSAGES
  })
}

const NOBODY: Receivers = { mentions: new Map(), choices: new Map(), policies: new Map(), eager: [] }

/** Three statements, however many messages. */
async function loadReceivers(db: Db, realm: RealmState, messages: readonly NewMessage[]) {
  const topicOf = (channelId: number | null, key: string | null) => `${channelId} ${key}`
  const topics = new Map(
    messages.map(({ channel_id, topic_key }) => [
      topicOf(channel_id, topic_key),
      { channelId: channel_id!, key: topic_key ?? '' },
    ]),
  )
  const channelIds = [...new Set(messages.map(({ channel_id }) => channel_id!))]
  const ids = messages.map(({ id }) => id)
  const mentions = byPerson(await mentionsIn(db, ids), (row) => row.message_id)
  const choices = byPerson(await choicesFor(db, channelIds), (row) => row.channel_id)
  const policies = byPerson(await policiesIn(db, realm.id, [...topics.values()]), (row) =>
    topicOf(row.channel_id, row.name_key),
  )
  const eager = [...realm.users.values()].filter((user) => settingOf(user, 'enable_stream_email_notifications'))
  return ({ id, channel_id, topic_key }: NewMessage): Receivers =>
    channel_id === null
      ? NOBODY
      : {
          mentions: mentions.get(id) ?? NOBODY.mentions,
          choices: choices.get(channel_id) ?? NOBODY.choices,
          policies: policies.get(topicOf(channel_id, topic_key)) ?? NOBODY.policies,
          eager,
        }
}

/** Made once, because the messages of a channel share the choices of its subscribers. */
function byPerson<Row extends { readonly user_id: number }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, ReadonlyMap<number, Row>> {
  const found = new Map<Key, Map<number, Row>>()
  for (const row of rows) getOrMake(found, keyOf(row), () => new Map<number, Row>()).set(row.user_id, row)
  return found
}

/** The first missed message of a person starts the time to wait; later ones come with the same mail. */
async function store(tx: Tx, missed: readonly MissedMessage[]): Promise<void> {
  const userIds = [...new Set(missed.map(({ userId }) => userId))]
  const waiting = await peopleWaiting(tx.db, tx.realm.id, userIds)
  await insertMissed(tx.db, tx.realm.id, missed)
  for (const userId of userIds) if (!waiting.has(userId)) sendLater(tx, userId)
}

/** After the time that the person wants mails to be collected. */
export function sendLater(tx: Tx, userId: number): void {
  const user = tx.realm.users.get(userId)
  const wait = user ? settingOf(user, 'email_notifications_batching_period_seconds') : 0
  tx.after(missedMail.job({ userId }, { runAt: (tx.now + wait) * 1000 }))
}
