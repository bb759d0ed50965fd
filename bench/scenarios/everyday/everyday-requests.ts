import { Buffer } from 'node:buffer'
import { RARE_WORD } from '../../archive.ts'
import type { Connection } from '../../http/connection.ts'
import { authorization, get, type Person, patch, post } from '../../http/requests.ts'
import { bodyOf } from '../../http/success.ts'

const MESSAGES = 100
const MANY = 1_000
const FILE_BYTES = 1_000_000

/** What one person does, and where. */
export interface Everyday {
  readonly person: Person
  readonly others: readonly number[]
  readonly channels: readonly number[]
}

/** One kind of request. Each call makes the next one. */
export interface Kind {
  readonly name: string
  /** What has to be there first. It is not measured. */
  prepare?(connection: Connection): Promise<unknown>
  request(): string | Buffer
  /** The floor also writes the body to a file. */
  readonly isFile?: true
}

type Term = readonly [operator: string, operand: unknown]

/** The forty kinds. */
export function everydayKinds({ person, others, channels }: Everyday): readonly Kind[] {
  const [here, there] = channels as [number, number]
  let turn = 0
  let last = 0
  let ids: number[] = []

  const to = (channel: number, topic: string) => ({ type: 'channel', to: channel, topic })
  const direct = (people: readonly number[]) => ({ type: 'direct', to: JSON.stringify(people) })
  const say = (place: object, content: string) => post(person, '/messages', { ...place, content })
  const asked = async (connection: Connection, request: string) =>
    JSON.parse((await bodyOf(connection, request)).toString()) as { id: number; messages: { id: number }[] }
  const send = async (connection: Connection, topic: string) => {
    last = (await asked(connection, say(to(here, topic), 'A message to be changed'))).id
  }
  const newest = async (connection: Connection, count: number) => {
    const { messages } = await asked(connection, fetch([['channel', here]], { num_before: count }))
    ids = messages.map(({ id }) => id)
  }
  const fetch = (terms: readonly Term[], more: object = {}) => {
    const narrow = JSON.stringify(terms.map(([operator, operand]) => ({ operator, operand })))
    return get(person, '/messages', { anchor: 'newest', num_before: MESSAGES, num_after: 0, narrow, ...more })
  }
  const reading = (name: string, terms: readonly Term[], more: object = {}): Kind => ({
    name: `fetch, ${name}`,
    request: () => fetch(terms, more),
  })
  const marking = (name: string, count: number, flag: string): Kind => ({
    name,
    async prepare(connection) {
      await newest(connection, count)
      await bodyOf(connection, post(person, '/messages/flags', { messages: JSON.stringify(ids), op: 'remove', flag }))
    },
    request: () => post(person, '/messages/flags', { messages: JSON.stringify(ids), op: 'add', flag }),
  })
  const change = (fields: object) =>
    patch(person, `/messages/${last}`, {
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
      ...fields,
    })
  const middle = { anchor: 'oldest', num_before: 0, num_after: MESSAGES }
  const unread = { anchor: 'first_unread', num_before: MESSAGES / 2, num_after: MESSAGES / 2 }

  return [
    { name: 'send to a channel', request: () => say(to(here, 'everyday'), 'A short message') },
    { name: 'send a new topic', request: () => say(to(here, `everyday ${++turn}`), 'A short message') },
    { name: 'send to a person', request: () => say(direct(others.slice(0, 1)), 'A short message') },
    { name: 'send to three people', request: () => say(direct(others.slice(0, 3)), 'A short message') },
    { name: 'send with mentions and code', request: () => say(to(here, 'everyday'), RICH) },
    { name: 'send 5,000 characters', request: () => say(to(here, 'everyday'), LONG) },
    reading('everything', []),
    reading('everything, from the start', [], middle),
    reading('first unread', [], unread),
    reading('a channel', [['channel', here]]),
    reading('a channel, first unread', [['channel', here]], unread),
    reading('a topic', TOPIC(here)),
    reading('direct messages with one', [['dm', others.slice(0, 1)]]),
    reading('all direct messages', [['is', 'dm']]),
    reading('starred', [['is', 'starred']]),
    reading('mentions', [['is', 'mentioned']]),
    reading('unread', [['is', 'unread']]),
    reading('resolved', [['is', 'resolved']]),
    reading('followed', [['is', 'followed']]),
    reading('a sender', [['sender', others[1]]]),
    reading('a sender in a channel', [
      ['channel', here],
      ['sender', others[1]],
    ]),
    reading('with a link', [['has', 'link']]),
    reading('with a reaction', [['has', 'reaction']]),
    reading('a rare word', [['search', RARE_WORD]]),
    reading('a common word', [['search', 'report']]),
    reading('a phrase', [['search', '"before the meeting"']]),
    { name: 'topics of a channel', request: () => get(person, `/users/me/${here}/topics`) },
    { name: 'subscriptions', request: () => get(person, '/users/me/subscriptions') },
    { name: 'people', request: () => get(person, '/users') },
    { name: 'presence', request: () => post(person, '/users/me/presence', { status: 'active', slim_presence: true }) },
    { name: 'register', request: () => post(person, '/register', { apply_markdown: true, slim_presence: true }) },
    {
      name: 'edit',
      prepare: (connection) => send(connection, 'everyday'),
      request: () => change({ content: `Changed ${++turn} times` }),
    },
    {
      name: 'resolve a topic',
      prepare: (connection) => send(connection, `resolved ${++turn}`),
      request: () => change({ topic: `✔ resolved ${turn}`, propagate_mode: 'change_all' }),
    },
    {
      name: 'move one message',
      prepare: (connection) => send(connection, `moved ${++turn}`),
      request: () => change({ stream_id: there, propagate_mode: 'change_one' }),
    },
    {
      name: `move ${MESSAGES} messages`,
      async prepare(connection) {
        turn += 1
        for (let n = 0; n < MESSAGES; n += 1) await send(connection, `many ${turn}`)
      },
      request: () => change({ stream_id: there, propagate_mode: 'change_all' }),
    },
    marking('mark 20 as read', 20, 'read'),
    marking(`mark ${MANY} as read`, MANY, 'read'),
    marking('star one', 1, 'starred'),
    {
      name: 'react',
      prepare: (connection) => send(connection, 'everyday'),
      request: () => post(person, `/messages/${last}/reactions`, { emoji_name: 'tada' }),
    },
    { name: 'upload 1 MB', request: () => upload(person), isFile: true },
  ]
}

const TOPIC = (channel: number): readonly Term[] => [
  ['channel', channel],
  ['topic', 'topic 1'],
]
const RICH =
  'Look, @**Person 101** and @**Person 102**:\n```js\nconst answer = 42\n```\n* one **bold** word\n* https://example.com'
const LONG = 'The quick brown fox jumps. '.repeat(185)

function upload(person: Person): Buffer {
  const boundary = 'everyday'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(FILE_BYTES, 'parley'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const lines = [
    'POST /api/v1/user_uploads HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: ${authorization(person)}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
}
