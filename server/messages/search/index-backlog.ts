import { jobKind } from '../../kernel/log/job.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { rewritingOf } from '../rewriting.ts'
import { messageLexemes, topicLexemes } from './lexemes.ts'
import {
  type Backlog,
  deleteBacklog,
  indexMessages,
  indexTopics,
  loadBacklog,
  messagesUpTo,
  realmsWithBacklog,
  saveBacklog,
  topicsUpTo,
} from './queries.ts'

/** Indexes the messages and topics of an organization that are older than the search index. */
export const backlogIndexing = jobKind<Record<string, never>>('index-backlog')

/** One transaction writes at most this number, so that sends do not wait long. */
const AT_ONCE = 500
/** Then other jobs get a turn. */
const PIECES_IN_A_JOB = 20

const nextJob = (tx: Tx): void => tx.after(backlogIndexing.job({}, { key: 'index backlog', queue: 'index backlog' }))

/** Starts or resumes the indexing. Called with every start. */
export async function resumeIndexing(context: WorkContext): Promise<void> {
  for (const realmId of await realmsWithBacklog(context.database.db))
    await context.transact(realmId, async (tx) => nextJob(tx))
}

/** The newest first. It may be cut short at any point: the next job goes on where this one ended. */
export async function indexBacklog(context: WorkContext, realm: RealmState, signal: AbortSignal): Promise<void> {
  const { db } = context.database
  for (let piece = 0; piece < PIECES_IN_A_JOB; piece += 1) {
    signal.throwIfAborted()
    const backlog = await loadBacklog(db, realm.id)
    if (!backlog) return
    if (!(await indexPiece(context, realm, backlog))) {
      context.logger.info(`All messages of organization ${realm.info.stringId} can be searched.`)
      return
    }
  }
  await context.transact(realm.id, async (tx) => nextJob(tx))
  const { done, total } = (await loadBacklog(db, realm.id)) ?? { done: 0, total: 0 }
  context.logger.info(`Indexed ${done} of ${total} messages of organization ${realm.info.stringId} for search.`)
}

/** False if nothing is left. What was read is only written where nobody else has written it since. */
async function indexPiece({ database: { db }, transact }: WorkContext, realm: RealmState, backlog: Backlog) {
  const topics = await topicsUpTo(db, realm.id, backlog.topic_id, AT_ONCE)
  const messages = topics.length > 0 ? [] : await messagesUpTo(db, realm.id, backlog.message_id, AT_ONCE)
  const isMore = topics.length > 0 || messages.length > 0
  const indexedTopics = topics.map(({ id, name }) => ({ id, lexemes: topicLexemes(name) }))
  const indexedMessages = messages.map(({ id, rendered }) => ({ id, lexemes: messageLexemes(rendered) }))
  const write = async (tx: Tx) => {
    await indexTopics(tx.db, indexedTopics)
    await indexMessages(tx.db, realm.id, indexedMessages)
    if (!isMore) await deleteBacklog(tx.db, realm.id)
    else
      await saveBacklog(tx.db, realm.id, {
        total: backlog.total,
        topic_id: (topics.at(-1)?.id ?? 1) - 1,
        message_id: (messages.at(-1)?.id ?? backlog.message_id + 1) - 1,
        done: backlog.done + messages.length,
      })
  }
  await transact(realm.id, write, rewritingOf(realm.id, ...messages.map(({ id }) => id)))
  return isMore
}
