import type { ParamsOf } from '../../../api/contract.ts'
import type { sendMessage } from '../../../api/endpoints/messages.ts'
import {
  type ChannelRecipient,
  type DirectRecipients,
  parseChannelRecipient,
  parseDirectRecipients,
} from '../../../api/objects/recipients.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Site } from '../../kernel/rendering/site.ts'
import type { Destination } from '../../kernel/transaction/outgoing-message.ts'
import type { RepeatMarks } from './send-key.ts'

/** Where a message goes: by ids, or as the parameters of a request have named it. */
export type SendTo = Destination | NamedChannel | { readonly people: DirectRecipients }

export interface NamedChannel {
  /** Undefined for the default channel of a bot. */
  readonly channel: ChannelRecipient | undefined
  readonly topic: string | undefined
}

/** A message that somebody wants to send. */
export interface SendRequest {
  readonly to: SendTo
  /** Markdown. */
  readonly content: string
  /** Undefined if the client of the sender decides. */
  readonly readBySender?: boolean | undefined
  /** A form below the message, as JSON text. Null for a text that is never a poll or a list. */
  readonly form?: string | null | undefined
  readonly marks?: RepeatMarks
}

/** What a send needs besides the request. */
export interface SendResources {
  /** Used only if memory does not have everything. */
  readonly call: { readonly db: Db }
  readonly site: Site
  /** Creates the conversation of these people and returns its id. */
  beginConversation(members: readonly number[]): Promise<number>
}

/** Reads the parameters of a request. Nobody else has texts to parse. */
export const readSendRequest = (
  { type, to, topic, content, ...rest }: ParamsOf<typeof sendMessage>,
  idempotencyKey: string | undefined,
): SendRequest => ({
  to:
    type === 'stream' || type === 'channel'
      ? { channel: to === undefined ? undefined : parseChannelRecipient(to), topic }
      : { people: parseDirectRecipients(to ?? '') },
  content,
  readBySender: rest.read_by_sender,
  form: rest.widget_content,
  marks: { queueId: rest.queue_id, localId: rest.local_id, idempotencyKey },
})
