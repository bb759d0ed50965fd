import type { ResultOf } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Client } from '../../client/client.ts'

const { getEvents, getMessages, registerQueue, deleteQueue } = endpoints

type Message = ResultOf<typeof getMessages>['messages'][number]
type AnyEvent = ResultOf<typeof getEvents>['events'][number]

/** The state that a user sees through the API. Later releases may add to it but must not lose any of it. */
export type SeenState = Awaited<ReturnType<typeof seenState>>

export async function seenState(client: Client) {
  const { queue_id, ...state } = await client.call(registerQueue, {
    event_types: [],
    fetch_event_types: [
      'message',
      'update_message_flags',
      'subscription',
      'realm_user',
      'recent_private_conversations',
    ],
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  })
  await client.call(deleteQueue, { queue_id: queue_id! })
  return {
    messages: await seenMessages(client),
    unread: state.unread_msgs,
    conversations: state.recent_private_conversations,
    subscriptions: state.subscriptions!.map(({ stream_id, name, description, color, is_muted, pin_to_top }) => ({
      ...{ stream_id, name, description, color, is_muted, pin_to_top },
    })),
    people: state.realm_users!.map(({ user_id, email, full_name, role }) => ({ user_id, email, full_name, role })),
  }
}

async function seenMessages(client: Client) {
  const args = { anchor: 'newest', num_before: 1_000, num_after: 0, allow_empty_topic_name: true } as const
  const { messages: html } = await client.call(getMessages, { ...args, apply_markdown: true })
  const { messages: source } = await client.call(getMessages, { ...args, apply_markdown: false })
  return html.map((message, index) => ({ ...seenMessage(message), source: source[index]!.content }))
}

const seenMessage = (message: Message) => ({
  id: message.id,
  type: message.type,
  sender_id: message.sender_id,
  sender_full_name: message.sender_full_name,
  stream_id: message.stream_id ?? null,
  subject: message.subject,
  to:
    typeof message.display_recipient === 'string'
      ? message.display_recipient
      : message.display_recipient.map(({ id }) => id),
  timestamp: message.timestamp,
  content: message.content,
  is_me_message: message.is_me_message,
  flags: message.flags.toSorted(),
  reactions: message.reactions.map(({ emoji_name, emoji_code, reaction_type, user_id }) => ({
    ...{ emoji_name, emoji_code, reaction_type, user_id },
  })),
})

/** The id of an event and the fields that identify its content. */
export function seenEvent(event: AnyEvent) {
  const { id, type, op, message, message_id, messages, flag, flags, emoji_code, user_ids } = event as typeof event & {
    [name: string]: unknown
  }
  const text = message as { id: number; content: string } | undefined
  return JSON.parse(
    JSON.stringify({
      id,
      type,
      op,
      message_id: text?.id ?? message_id,
      content: text?.content,
      messages,
      flag,
      flags,
      emoji_code,
      user_ids,
    }),
  ) as { id: number; type: string }
}
