import { COMMON_ERRORS } from '../../../../api/errors.ts'
import { escapeHtml } from '../escape-html.ts'
import { errorItem } from './operation.ts'
import { sentence } from './text.ts'

interface Chapter {
  readonly id: string
  readonly title: string
  /** Each is a sentence or two, or an example. */
  readonly parts: readonly (string | { readonly example: string })[]
}

const FIRST_STEPS = `SITE=https://chat.example.org/api/v1

# 1. Get your API key.
curl $SITE/fetch_api_key -d username=ada@example.org \\
  --data-urlencode 'password=purple otters sing at noon'

# 2. Send a message to a channel.
curl -u ada@example.org:$API_KEY $SITE/messages \\
  -d type=channel -d to=general -d topic=hello --data-urlencode 'content=Hello, everybody'

# 3. Register a queue, then wait for events.
curl -u ada@example.org:$API_KEY $SITE/register -d 'event_types=["message"]'
curl -u ada@example.org:$API_KEY -G $SITE/events -d queue_id=$QUEUE -d last_event_id=-1`

const AN_ERROR = `{
  "result": "error",
  "msg": "Missing 'content' argument",
  "code": "REQUEST_VARIABLE_MISSING",
  "var_name": "content"
}`

/** What a newcomer needs before the operations. */
export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'start',
    title: 'First steps',
    parts: [
      'Every operation is an HTTP request below `/api/v1`, and every answer is JSON. Three requests are enough to send a message and to see it arrive.',
      { example: FIRST_STEPS },
      'Programs can also read this page as an OpenAPI document at `/api/v1/openapi.json`.',
    ],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    parts: [
      'Use HTTP Basic authentication. The user name is the email address of the account, the password is its API key. `POST /fetch_api_key` returns the key for a password.',
      'Bots have keys of their own. An API key gives full access to its account, so treat it like a password.',
      'Missing or wrong credentials are answered with 401 and the code `UNAUTHORIZED`.',
    ],
  },
  {
    id: 'forms',
    title: 'Sending parameters',
    parts: [
      'Send parameters as a form (`application/x-www-form-urlencoded` or `multipart/form-data`), or in the query. If a parameter is in both, the form counts. A JSON body is refused, except by the addresses for other services (`POST /external/{integration}`).',
      'Text is sent as it is. Numbers, booleans, arrays and objects are sent as JSON in the value of the field, for example `to=[4,7]`. This page marks such parameters with "JSON".',
      'A form field `method` replaces the method of a POST request, for clients that cannot send PATCH or DELETE.',
      'Broken input is refused with 400: a parameter that is given twice, percent signs or bytes that are not UTF-8, NUL characters, JSON that is nested deeper than 50.',
    ],
  },
  {
    id: 'answers',
    title: 'Answers',
    parts: [
      'A success has `result` `"success"`, an empty `msg`, and the fields of the operation.',
      'Names of parameters that the operation does not have are listed in `ignored_parameters_unsupported`. The field is absent when there are none.',
      'An error has `result` `"error"`, a `msg` for people and a `code` for programs. Decide by the code: the text of `msg` can change.',
      { example: AN_ERROR },
      'A method that the path does not have is answered with 405 and `allowed_methods`. Answers with a status of 500 or more have a `request_id`, which is also in the log of the server.',
    ],
  },
  {
    id: 'queues',
    title: 'Events and queues',
    parts: [
      'A client calls `POST /register` once. The answer has the state of the organization and the id of a queue. Then it calls `GET /events` again and again, each time with the id of the newest event that it has.',
      'The request waits until there is an event. After 45 to 55 seconds without one it is answered with a `heartbeat` event. Wait for an answer for at least 90 seconds.',
      'Ids of events grow within a queue and can have gaps. Asking with `last_event_id` removes the events up to it.',
      'A queue ends after 10 minutes without a request, unless `idle_queue_timeout` asks for another time. It survives restarts of the server. Each user can have 100 queues; a new one then replaces the one that was idle for the longest time.',
      'If the answer is `BAD_EVENT_QUEUE_ID`, register again and start from the new state.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    parts: [
      'A user can make 200 requests per minute, an address without an account 100. Polls for events have their own limit, 2,000 per minute. `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` say how many are left and when all are free again.',
      'Some requests count as several: `POST /register` 5 (10 with more than 2000 users), `GET /users` 5, `GET /messages` 1 for each started 1000 messages, and every request 1 more for each 200 ms of database time.',
      'Above the limit the answer is 429 with `RATE_LIMIT_HIT`. Wait for the seconds in `retry-after`. After five wrong passwords an account is closed to that address for half an hour.',
      'A form can have 1 MiB and 1000 fields, and more bytes only for `PUT /bot_storage`. The lengths of messages, topics and names are in the answer of `POST /register`.',
    ],
  },
  {
    id: 'retries',
    title: 'Trying again',
    parts: [
      '503 comes with `Retry-After`. Wait for that number of seconds and send the request again.',
      'A message that is sent twice with the same `Idempotency-Key` header is stored once, and both requests get the same id. So a client can repeat a send whose answer was lost.',
    ],
  },
]

export const introduction = (): string =>
  CHAPTERS.map(
    ({ id, title, parts }) =>
      `<section class="chapter" id="${id}"><h2>${title}</h2>${parts.map(partHtml).join('')}</section>`,
  ).join('')

const partHtml = (part: Chapter['parts'][number]): string =>
  typeof part === 'string' ? `<p>${sentence(part)}</p>` : `<pre>${escapeHtml(part.example)}</pre>`

export const commonErrors = (): string =>
  `<section class="chapter" id="errors"><h2>Errors of every operation</h2>
<p>Besides its own errors, an operation can answer these.</p>
<dl class="fields">${COMMON_ERRORS.map((error) => errorItem(error)).join('')}</dl></section>`
