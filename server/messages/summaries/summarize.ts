import { ApiError, badRequest } from '../../../api/errors.ts'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { type Actor, currentActor } from '../../kernel/actor.ts'
import type { Logger } from '../../kernel/base/logger.ts'
import type { Db } from '../../kernel/db/database.ts'
import { mayInRealm } from '../../kernel/realm-state/permissions.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import { checkLength } from '../../kernel/texts/message-text.ts'
import { fetchMessages } from '../fetching/fetch-messages.ts'
import { conversationText, INSTRUCTIONS } from './prompt.ts'
import type { SummaryModel } from './summary-model.ts'

const MAX_SUMMARIZED_MESSAGES = 100

interface SummaryContext {
  readonly model: SummaryModel | null
  readonly db: Db
  readonly site: Site
  readonly logger: Logger
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal
}

/** The HTML of a summary of the newest messages in the narrow. */
export async function summarize(summarizing: SummaryContext, caller: Actor, narrow: NarrowTerm[]): Promise<string> {
  const { model, db, site, logger, signal } = summarizing
  if (!model) throw badRequest('AI features are not enabled on this server.')
  requirePermission(caller)
  return model.inTurn(caller.user.id, async () => {
    // Much may have changed while the caller waited.
    const actor = currentActor(caller)
    requirePermission(actor)
    const text = conversationText(await readMessages(db, actor, narrow))
    const answer = await model.answer({ instructions: INSTRUCTIONS, text, signal })
    if (typeof answer === 'string') return renderAnswer(db, actor, site, answer)
    logger.warn({ reason: answer.reason }, 'the language model gave no summary')
    throw noSummary(answer.reason)
  })
}

function requirePermission({ realm, user }: Actor): void {
  if (!mayInRealm(realm, user, 'can_summarize_topics_group')) throw badRequest('Insufficient permission')
}

/** Returns the messages as `GET /messages` shows them to this caller. */
async function readMessages(db: Db, actor: Actor, narrow: NarrowTerm[]) {
  const { messages } = await fetchMessages(db, actor, {
    anchor: 'newest',
    num_before: MAX_SUMMARIZED_MESSAGES,
    num_after: 0,
    narrow,
    apply_markdown: false,
    client_gravatar: false,
    allow_empty_topic_name: true,
  })
  if (messages.length === 0) throw badRequest('There are no messages to summarize.')
  return messages
}

/**
 * A message can talk a model into writing what its author wants. So mentions are silent, and the browser loads nothing
 * from other sites, whose addresses could contain what the model has read.
 */
async function renderAnswer(db: Db, actor: Actor, { url }: Site, answer: string): Promise<string> {
  const site = { url, showsPreviews: false, proxied: () => undefined }
  const { html } = await renderContent({ db }, actor, site, checkLength(answer.replace(/@(?=\*)/g, '@_')))
  return html
}

const noSummary = (reason: string) =>
  new ApiError('BAD_REQUEST', `The language model gave no summary: ${reason}`, { status: 502 })
