import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { Statement } from '../../kernel/db/prepared.ts'
import type { LaneStep } from '../../kernel/log/lane.ts'
import { vectorOf } from '../search/search-sql.ts'
import { COLUMNS, type Column, KEY_COLUMNS, PAYLOAD_END, TOPIC_COLUMNS, type Value } from './send-columns.ts'
import type { PlacedSend } from './send-plan.ts'

/**
 * The number of parameters that all messages of a batch share: the organization, its position and the time. Flags may
 * follow.
 */
const SHARED = 3

/**
 * Optional parts. Those that a batch does not need are left out, because the database prepares every part of a
 * statement, used or not.
 */
interface Parts {
  /** A topic is unknown. */
  readonly naming: boolean
  /** A person gets flags. */
  readonly flagged: boolean
  /** A send has a key. */
  readonly keyed: boolean
}

/** The statement that writes these sends, with its values. */
export function statementFor(step: LaneStep, placed: readonly PlacedSend[]): [Statement, Value[]] {
  const parts = {
    naming: placed.some(({ topicId }) => topicId === undefined),
    flagged: placed.some(({ plan }) => plan.userFlags.length > 0),
    keyed: placed.some(({ plan }) => plan.key !== undefined),
  }
  const isPlain = placed.length === 1 && !parts.naming && !parts.flagged
  const columns = columnsOf(parts)
  const values: Value[] = [step.realmId, step.expected, step.now]
  if (parts.flagged) values.push(flagsOf(placed))
  for (const send of placed) for (const { value } of columns) values.push(value(send))
  if (isPlain) return [parts.keyed ? SEND_ONE_KEYED : SEND_ONE, values]
  return [sendManyStatement(placed.length, parts), values]
}

const columnsOf = ({ naming, keyed }: Parts): readonly Column[] =>
  naming || keyed ? [...COLUMNS, ...(keyed ? KEY_COLUMNS : []), ...(naming ? TOPIC_COLUMNS : [])] : COLUMNS

const flagsOf = (placed: readonly PlacedSend[]): string =>
  JSON.stringify(
    placed.flatMap(({ plan }, index) =>
      plan.userFlags.map(({ userId, flags }) => ({ ord: index + 1, user_id: userId, flags })),
    ),
  )

const statements = new Map<string, Statement>()

function sendManyStatement(size: number, parts: Parts): Statement {
  const words = Object.entries(parts).flatMap(([word, isOn]) => (isOn ? [word] : []))
  const name = ['send', size, ...words].join('-')
  return getOrMake(statements, name, () => ({ name, text: sendMany(size, parts) }))
}

const INTO_MESSAGE = `insert into message (id, realm_id, sender_id, conv_id, topic_id, topic_since, home_conv, hseq, mflags,
    sent_at, client, content, rendered, tsv)`

/** The values in the same order, by the column names of a send. */
const MESSAGE_VALUES = `id, $1, sender_id, conv_id, topic_id, id, conv_id, hseq, mflags, $3, client, content, rendered,
    ${vectorOf('lexemes')}`

const INTO_LOG = 'insert into event_log (realm_id, seq, at, audience, payload)'

const intoKeys = (values: string): string => `insert into sent_key (user_id, key, digest, message_id, at)
  select ${values}
  on conflict (user_id, key) do update
  set digest = excluded.digest, message_id = excluded.message_id, at = excluded.at`

const KEY_VALUES = 'sender_id, key, digest, id, $3'

/** One row of parameters for each message, after the shared parameters. */
function rowsOf(size: number, columns: readonly Column[], shared: number): string {
  let last = shared
  const row = (ord: number): string => {
    const values = columns.map(({ type }) => {
      last += 1
      return `$${last}::${type}`
    })
    return `(${[ord, ...values].join(', ')})`
  }
  return Array.from({ length: size }, (_, index) => row(index + 1)).join(',\n    ')
}

/** Builds a statement from parts, each of which may use the ones before it, and its end. */
const withParts = (parts: readonly (readonly [name: string, text: string])[], last: string): string =>
  `with ${parts.map(([name, text]) => `${name} as (\n  ${text}\n)`).join(', ')}\n${last}`

const takeLane = (size: number): string =>
  `update realm_log set seq = seq + ${size} where realm_id = $1 and seq = $2 returning seq`

/** Topics that memory does not know. The first message creates the topic, or finds an existing one. */
const TOPICS = `insert into topic (channel_id, name, name_key, tsv)
  select channel_id, topic, topic_key, ${vectorOf('topic_lexemes')} from said where names_topic
  on conflict (channel_id, name_key) do update set name_key = excluded.name_key
  returning id, channel_id, name, name_key`

const inTopics = (keyed: boolean): string => `select s.id, ord, sender_id, conv_id, hseq, mflags, client, content,
    rendered, lexemes, audience, coalesce(s.topic_id, t.id) as topic_id, t.name as topic${keyed ? ', key, digest' : ''},
    case when t.id is null then payload else payload || ',"topic":' || to_json(t.name) || '${PAYLOAD_END}' end as payload
  from said s left join topics t on t.channel_id = s.channel_id and t.name_key = s.topic_key`

const FLAGGED = `insert into user_flag (user_id, message_id, flags)
  select f.user_id, p.id, f.flags
  from json_to_recordset($4::json) as f (ord int, user_id int, flags int) join placed p on p.ord = f.ord`

/**
 * Writes a batch of sends in one statement and one commit: the lane, the messages, their optional parts, and the log.
 * It writes nothing unless the lane is still at the position where the sends were decided ($2). No other change can
 * have come in between, so the ids, positions and topics from memory are valid. Everything depends on `lane`, so its
 * row lock is taken first. Each batch size has its own statement, because rows of parameters are a quarter cheaper than
 * rows of JSON.
 */
function sendMany(size: number, parts: Parts): string {
  const { naming, flagged, keyed } = parts
  const columns = columnsOf(parts)
  const said = `select t.* from lane cross join (values
    ${rowsOf(size, columns, flagged ? SHARED + 1 : SHARED)}
  ) as t (${['ord', ...columns.map(({ name }) => name)].join(', ')})`
  const messages = `${INTO_MESSAGE}
  select ${MESSAGE_VALUES} from placed`
  const steps: [string, string][] = [['lane', takeLane(size)]]
  if (naming) steps.push(['said', said], ['topics', TOPICS], ['placed', inTopics(keyed)], ['messages', messages])
  else steps.push(['placed', said])
  if (flagged) steps.push(['flagged', FLAGGED])
  if (keyed) steps.push(['keyed', intoKeys(`${KEY_VALUES} from placed where key is not null`)])
  steps.push(['logged', `${INTO_LOG} select $1, $2 + ord, $3, audience, payload from placed`])
  return withParts(steps, naming ? 'select ord, topic_id, topic from placed where topic is not null' : messages)
}

/**
 * The same for a single send to a place that memory knows, which is the most frequent case on a small server. It costs
 * the database less without the intermediate rows.
 */
function sendOne(keyed: boolean): string {
  const columns = columnsOf({ naming: false, flagged: false, keyed })
  const positions = new Map(columns.map(({ name }, index) => [name, `$${SHARED + index + 1}`]))
  const fromLane = (values: string): string =>
    `${values.replace(/\w+/g, (word) => positions.get(word) ?? word)} from lane`
  const steps: [string, string][] = [['lane', takeLane(1)]]
  if (keyed) steps.push(['keyed', intoKeys(fromLane(KEY_VALUES))])
  steps.push(['logged', `${INTO_LOG} select ${fromLane('$1, seq, $3, audience, payload')}`])
  return withParts(steps, `${INTO_MESSAGE} select ${fromLane(MESSAGE_VALUES)}`)
}

const SEND_ONE: Statement = { name: 'send-one', text: sendOne(false) }
const SEND_ONE_KEYED: Statement = { name: 'send-one-keyed', text: sendOne(true) }
