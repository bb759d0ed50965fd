import type { Rendering } from '../../../markdown/rendering.ts'
import type { Actor } from '../../kernel/actor.ts'
import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import type { OutgoingMessage, SentMessage } from '../../kernel/transaction/outgoing-message.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { createConversation } from './create-conversation.ts'
import { makeDraft } from './make-draft.ts'
import { sendBatch } from './send-batch.ts'
import { channelTarget, type Destination, peopleTarget, planSend, queuedSend, type Target } from './send-message.ts'
import { INTERNAL_CLIENT } from './send-notice.ts'
import type { SendPlan } from './send-plan.ts'

/**
 * Sends a message of one of the server's own bots as part of a change. The bots may write anywhere, so nothing is
 * checked. A notice is short, so rendering it does not delay the lane.
 */
export async function sendInTransaction(tx: Tx, message: OutgoingMessage, site: Site): Promise<SentMessage> {
  const rendering = await renderContent(tx, senderOf(tx, message), site, message.content)
  return sendRendered(tx, message, rendering)
}

function senderOf({ realm }: Tx, { senderId }: OutgoingMessage): Actor {
  const user = realm.account(senderId)
  if (!user) throw new Error(`there is no account ${senderId} to send from`)
  return { realm, user, client: INTERNAL_CLIENT, address: null }
}

/** The same with a text that was rendered before, for instance with the access of its reader. */
export async function sendRendered(tx: Tx, message: OutgoingMessage, rendering: Rendering): Promise<SentMessage> {
  const { senderId, to, content, unreadFor, readBy } = message
  const sender = senderOf(tx, message)
  const draft = makeDraft(content, rendering, { unreadFor })
  const { destination, target } = await destinationOf(tx, senderId, to)
  return tx.runBatch(sendBatch, queuedSend(sender, destination, draft), (facts) => {
    const plan = planSend(sender, draft, target, facts)
    return readBy !== undefined && target.receivers.has(readBy) ? readFromStart(plan, readBy) : plan
  })
}

/** The same message, but this receiver has read it. */
function readFromStart(plan: SendPlan, userId: number): SendPlan {
  const { message, userFlags } = plan
  const own = userFlags.find((row) => row.userId === userId)?.flags ?? 0
  const shown = (message.flags[userId] ?? message.flagsOfAll).filter((flag) => flag !== 'read')
  return {
    ...plan,
    message: { ...message, flags: { ...message.flags, [userId]: ['read', ...shown] } },
    userFlags: [...userFlags.filter((row) => row.userId !== userId), { userId, flags: own | USER_BIT.bornRead }],
  }
}

async function destinationOf(
  tx: Tx,
  senderId: number,
  to: OutgoingMessage['to'],
): Promise<{ readonly destination: Destination; readonly target: Target }> {
  if ('channelId' in to) {
    const channel = tx.realm.channels.get(to.channelId)
    if (!channel) throw new Error(`there is no channel ${to.channelId} to send to`)
    const destination = { channel, topic: to.topic, mayBeNewTopic: false }
    return { destination, target: channelTarget(tx.realm, channel, to.topic) }
  }
  const ids = [...new Set([senderId, ...to.userIds])].sort((a, b) => a - b)
  const people = ids.flatMap((id) => tx.realm.account(id) ?? [])
  const convId = await createConversation(tx, ids)
  return { destination: { people, convId, isNew: false }, target: peopleTarget(people, convId) }
}
