import type { Actor } from '../../actor.ts'
import type { OutgoingMessage, SentMessage } from '../../transaction/outgoing-message.ts'
import type { Tx } from '../../transaction/tx.ts'
import { renderContent } from '../rendering/render-content.ts'
import { createConversation } from './create-conversation.ts'
import { sendBatch } from './send-batch.ts'
import {
  channelTarget,
  type Draft,
  type Place,
  peopleTarget,
  planSend,
  queuedSend,
  type Target,
} from './send-message.ts'
import { INTERNAL_CLIENT } from './send-notice.ts'

/**
 * A message of one of the server's own bots, as part of a change. The bots may write anywhere, so nothing is checked. A
 * notice is short: rendering it does not hold the lane up.
 */
export async function sendInTransaction(
  tx: Tx,
  { senderId, to, content }: OutgoingMessage,
  url: string,
): Promise<SentMessage> {
  const user = tx.realm.account(senderId)
  if (!user) throw new Error(`there is no account ${senderId} to send from`)
  const sender: Actor = { realm: tx.realm, user, client: INTERNAL_CLIENT, address: null }
  const rendering = await renderContent(tx, sender, url, content)
  const draft: Draft = { content, rendering, participants: [], readBySender: true, local: undefined, key: undefined }
  const { place, target } = await destinationOf(tx, senderId, to)
  return tx.runBatch(sendBatch, queuedSend(sender, place, draft), (facts) => planSend(sender, draft, target, facts))
}

async function destinationOf(
  tx: Tx,
  senderId: number,
  to: OutgoingMessage['to'],
): Promise<{ readonly place: Place; readonly target: Target }> {
  if ('channelId' in to) {
    const channel = tx.realm.channels.get(to.channelId)
    if (!channel) throw new Error(`there is no channel ${to.channelId} to send to`)
    const place = { channel, topic: to.topic, mayBeNewTopic: false }
    return { place, target: channelTarget(tx.realm, channel, to.topic) }
  }
  const ids = [...new Set([senderId, ...to.userIds])].sort((a, b) => a - b)
  const people = ids.flatMap((id) => tx.realm.account(id) ?? [])
  const convId = await createConversation(tx, ids)
  return { place: { people, convId, isNew: false }, target: peopleTarget(people, convId) }
}
