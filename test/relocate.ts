import { topicKey } from '../server/kernel/realm-state/topic-name.ts'
import type { TestServer } from './harness.ts'

/** Moves a message to an existing topic of another channel. There is no endpoint for it yet. */
export const relocate = (server: TestServer, messageId: number, channelName: string, topic: string): Promise<void> =>
  server.ctx.transact(server.realm.id, async (tx) => {
    const channel = tx.realm.channelByName(channelName)!
    const { id } = await tx.db
      .selectFrom('topic')
      .select('id')
      .where('channel_id', '=', channel.id)
      .where('name_key', '=', topicKey(topic))
      .executeTakeFirstOrThrow()
    await tx.db
      .updateTable('message')
      .set({ conv_id: channel.convId, topic_id: id })
      .where('id', '=', messageId)
      .execute()
    tx.record([{ relocated: true }])
  })
