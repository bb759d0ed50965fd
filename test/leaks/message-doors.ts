import { expect } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Person, TestServer } from '../harness.ts'

/** A message that somebody must not reach. */
export interface HiddenMessage {
  readonly id: number
  readonly channelId: number
  readonly channelName: string
  readonly topic: string
  readonly senderId: number
  /** The address of a picture that the message links to. */
  readonly file: string
}

type Narrow = { operator: string; operand: string | number; negated: boolean }[]

const NO_MESSAGE = 'Invalid message(s)'

/** The text of the refusal, or undefined if the call succeeds. */
const refusalOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ClientError ? error.msg : String(error)),
  )

/** Expects that a person reaches the message by no operation that takes its id. */
export async function expectNoOperation(person: Person, { id }: HiddenMessage): Promise<void> {
  const { client } = person
  const message_id = id
  const soon = Math.floor(Date.now() / 1000) + 3_600
  const calls: Record<string, Promise<unknown>> = {
    get: client.call(endpoints.getMessage, { message_id }),
    history: client.call(endpoints.getMessageHistory, { message_id }),
    receipts: client.call(endpoints.getReadReceipts, { message_id }),
    react: client.call(endpoints.addReaction, { message_id, emoji_name: 'heart' }),
    'take a reaction back': client.call(endpoints.removeReaction, { message_id, emoji_name: 'tada' }),
    edit: client.call(endpoints.updateMessage, { message_id, content: 'mine' }),
    move: client.call(endpoints.updateMessage, { message_id, topic: 'mine' }),
    delete: client.call(endpoints.deleteMessage, { message_id }),
    report: client.call(endpoints.reportMessage, { message_id, report_type: 'spam' }),
    vote: client.call(endpoints.addSubmessage, { message_id, msg_type: 'widget', content: '{}' }),
    'type in an edit': client.call(endpoints.setTypingStatusForMessageEdit, { message_id, op: 'start' }),
    remind: client.call(endpoints.createMessageReminder, { message_id, scheduled_delivery_timestamp: soon }),
  }
  const refusals = await Promise.all(Object.entries(calls).map(async ([name, call]) => [name, await refusalOf(call)]))
  expect(Object.fromEntries(refusals)).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, NO_MESSAGE])))
}

/** Expects that no fetch, search or list of a person has the message. */
export async function expectNotFound(person: Person, message: HiddenMessage): Promise<void> {
  const { client } = person
  const { id, channelId, topic, senderId } = message
  const term = (operator: string, operand: string | number, negated = false) => ({ operator, operand, negated })
  const inTopic = [term('channel', channelId), term('topic', topic)]
  const narrows: Narrow[] = [
    [],
    [term('channel', channelId)],
    [term('channel', message.channelName)],
    inTopic,
    [...inTopic, term('near', `${id}`)],
    [...inTopic, term('with', `${id}`)],
    [term('with', `${id}`)],
    [term('id', `${id}`)],
    [term('near', `${id}`)],
    [term('sender', senderId)],
    [term('channels', 'public')],
    ...['starred', 'unread', 'mentioned', 'alerted', 'resolved'].map((word) => [term('is', word)]),
    ...['link', 'image', 'attachment', 'reaction'].map((word) => [term('has', word)]),
    ...['goulash', 'goul', topic].map((words) => [term('search', words)]),
    [term('is', 'dm', true)],
    [term('sender', person.id, true)],
  ]
  for (const narrow of narrows) {
    const around = { anchor: String(id), num_before: 100, num_after: 100, narrow }
    const found = await client.call(endpoints.getMessages, around).catch(ifUnknownChannel)
    expect(found?.messages.map((one) => one.id) ?? [], JSON.stringify(narrow)).not.toContain(id)
    const matching = await client
      .call(endpoints.checkMessagesMatchNarrow, { msg_ids: [id], narrow })
      .catch(ifUnknownChannel)
    expect(matching?.messages ?? {}, JSON.stringify(narrow)).toEqual({})
    const byIds = await client.call(endpoints.getMessages, { message_ids: [id], narrow }).catch(ifUnknownChannel)
    expect(byIds?.messages ?? [], JSON.stringify(narrow)).toEqual([])
  }
  const { unread_msgs: unread, starred_messages: starred } = await client.call(endpoints.registerQueue, {})
  expect(unread!.streams.flatMap((one) => one.unread_message_ids)).not.toContain(id)
  expect([...unread!.mentions, ...starred!]).not.toContain(id)
  const topics = await client.call(endpoints.getStreamTopics, { stream_id: channelId }).catch(ifUnknownChannel)
  expect(topics?.topics.map((one) => one.max_id) ?? []).not.toContain(id)
}

/** The channel may be hidden too. */
function ifUnknownChannel(error: unknown): undefined {
  if (error instanceof ClientError && (error.code === 'BAD_NARROW' || error.msg === 'Invalid channel ID'))
    return undefined
  throw error
}

/** Expects that a person cannot read the file of the message, nor its thumbnail. */
export async function expectNoFile(
  { url }: Pick<TestServer, 'url'>,
  person: Person | null,
  { file }: HiddenMessage,
): Promise<void> {
  const headers: Record<string, string> = person
    ? { authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}` }
    : {}
  const thumbnail = `${file.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`
  for (const path of [file, thumbnail]) expect((await fetch(url + path, { headers })).status, path).toBe(404)
}
