import { badRequest } from '../../../api/errors.ts'
import type { Draft } from '../../../api/objects/personal.ts'
import { truncateTopic } from '../../../markdown/limits.ts'
import { requireReadableChannel } from '../../channels/user-topics/access.ts'
import { findShownAccount } from '../../kernel/access/user-access.ts'
import type { Actor } from '../../kernel/actor.ts'
import { checkContent, MAX_TOPIC_LENGTH } from '../../kernel/texts/message-text.ts'
import type { NewDraft } from './queries.ts'

/** Years have at most four digits until then. */
const LATEST = 253_402_300_799

/** A draft as it is stored. Its recipients must exist; whether one may write to them is asked when it is sent. */
export function checkDraft(actor: Actor, draft: Draft, now: number): NewDraft {
  const { type, timestamp: edited_at = now } = draft
  const content = checkContent(draft.content)
  if (edited_at < 0) throw badRequest('Timestamp must not be negative.')
  if (edited_at > LATEST) throw badRequest('timestamp is too large')
  const topic = type === 'stream' ? truncateTopic(draft.topic.trim(), MAX_TOPIC_LENGTH) : ''
  return { type, content, edited_at, topic, recipients: checkRecipients(actor, draft) }
}

function checkRecipients(actor: Actor, { type, to }: Draft): number[] {
  if (type === '') return []
  if (type === 'stream') {
    const [channelId] = to
    if (to.length !== 1 || channelId === undefined)
      throw badRequest('Must specify exactly 1 channel ID for channel messages')
    return [requireReadableChannel(actor, channelId).id]
  }
  const ids = [...new Set(to)]
  for (const id of ids) if (!findShownAccount(actor.realm, actor.user, id)) throw badRequest(`Invalid user ID ${id}`)
  return ids
}
