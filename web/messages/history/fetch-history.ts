import type { ResultOf } from '../../../api/contract.ts'
import type { getMessageHistory } from '../../../api/endpoints/messages.ts'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { session } from '../../kernel/session.ts'

type Snapshot = ResultOf<typeof getMessageHistory>['message_history'][number]

/** A version of a message, with the places before and after it. */
export interface Version extends Snapshot {
  readonly channelId: number | undefined
  readonly previousChannelId: number | undefined
}

/** The versions of a message, the newest first. */
export async function fetchHistory({ id, stream_id }: FetchedMessage): Promise<Version[]> {
  const args = { message_id: id, allow_empty_topic_name: true }
  const { message_history } = await session.call('getMessageHistory', args)
  let channelId = stream_id
  return message_history.toReversed().map((version) => {
    const to = version.stream ?? channelId
    channelId = version.prev_stream ?? to
    return { ...version, channelId: to, previousChannelId: channelId }
  })
}
