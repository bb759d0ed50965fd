import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import * as z from 'zod'
import { endpoint, json } from '../../api/contract.ts'
import { ApiError, badRequest } from '../../api/errors.ts'
import { GroupSettingValue } from '../../api/objects/group.ts'
import { EventNarrow, Narrow } from '../../api/objects/narrow.ts'
import { WholeNumber } from '../../api/objects/whole-number.ts'
import type { Clock } from '../../server/kernel/base/clock.ts'
import type { Config } from '../../server/kernel/base/config.ts'
import { createMetrics } from '../../server/kernel/base/metrics.ts'
import { secretFrom } from '../../server/kernel/base/secret.ts'
import type { Context } from '../../server/kernel/context.ts'
import { type RawReply, type Route, rawRoute, route } from '../../server/kernel/http/route.ts'
import { createServer } from '../../server/kernel/http/server.ts'
import type { RealmState } from '../../server/kernel/realm-state/realm-state.ts'
import { BOT_TYPE, ROLE, type User } from '../../server/kernel/realm-state/user.ts'

/** A kernel with a few endpoints of its own and no database: what every endpoint has in common. */
const common = {
  id: 'test',
  group: 'Messages',
  summary: '',
  description: '',
  auth: 'user',
  result: {},
  errors: [],
} as const

const echo = endpoint({
  ...common,
  method: 'POST',
  path: '/echo',
  params: {
    text: z.string().max(10).optional(),
    word: z.string().min(1).optional(),
    kind: z.enum(['a', 'b']).optional(),
    flag: json(z.boolean()).default(false),
    count: json(z.int().min(0).max(99)).optional(),
    ratio: json(z.number()).optional(),
    span: json(z.union([WholeNumber.min(1), z.literal('long')])).optional(),
    list: json(z.array(z.string()).min(1).max(3)).optional(),
    items: json(z.array(z.strictObject({ id: z.int(), note: z.string().optional() }))).optional(),
    group: json(GroupSettingValue).optional(),
    pair: json(z.array(z.int()).length(2)).optional(),
    code: z
      .string()
      .regex(/^[a-z]+$/)
      .optional(),
    narrow: json(Narrow).optional(),
    event_narrow: json(EventNarrow).optional(),
  },
  result: { seen: z.record(z.string(), z.unknown()), client: z.string() },
})
const needs = endpoint({
  ...common,
  method: 'POST',
  path: '/needs',
  params: { first: z.string(), second: z.string() },
  aliases: { zweitens: 'second' },
  errors: ['REQUEST_CONFUSING_VAR'],
})
const thing = endpoint({ ...common, method: 'GET', path: '/things/{id}', params: { id: json(z.int()) } })
const dropThing = endpoint({ ...common, method: 'DELETE', path: '/things/{id}', params: { id: json(z.int()) } })
const open = endpoint({ ...common, auth: 'none', method: 'GET', path: '/open', params: {} })
const maybe = endpoint({
  ...common,
  auth: 'optional',
  method: 'GET',
  path: '/maybe',
  params: {},
  result: { who: z.int().nullable() },
})
const admins = endpoint({ ...common, auth: 'administrator', method: 'GET', path: '/admins', params: {} })
const owners = endpoint({ ...common, auth: 'owner', method: 'GET', path: '/owners', params: {} })
const hooks = endpoint({ ...common, webhookBots: true, method: 'GET', path: '/hooks', params: {} })
const takesBody = endpoint({
  ...common,
  webhookBots: true,
  keyInQuery: true,
  method: 'POST',
  path: '/takes-body',
  params: { api_key: z.string().optional(), note: z.string().optional(), body: z.string() },
  bodyParam: 'body',
  result: { who: z.int(), body: z.string(), note: z.string() },
  errors: ['UNSUPPORTED_WEBHOOK_EVENT_TYPE'],
})
const breaks = endpoint({
  ...common,
  method: 'GET',
  path: '/breaks',
  params: { how: z.string() },
  result: { id: z.int() },
})
const raw = endpoint({ ...common, method: 'GET', path: '/raw', params: { how: z.string() }, result: { id: z.int() } })
const waits = endpoint({
  ...common,
  method: 'GET',
  path: '/waits',
  params: { by: z.string().optional() },
  result: { id: z.int() },
})
const poll = endpoint({ ...common, isPoll: true, method: 'GET', path: '/poll', params: {} })
const heavy = endpoint({
  ...common,
  auth: 'optional',
  method: 'POST',
  path: '/heavy',
  params: { weight: json(z.int().min(0)), more: z.string().optional() },
  weight: ({ weight }, people) => weight + people,
})
const signIn = endpoint({
  ...common,
  auth: 'none',
  method: 'POST',
  path: '/sign-in',
  params: { name: z.string(), right: json(z.boolean()) },
})

const errors: Record<string, () => unknown> = {
  bug: () => new Error('a secret detail'),
  'not declared': () => new ApiError('REACTION_ALREADY_EXISTS', 'Reaction already exists.'),
  'database away': () => Object.assign(new Error('terminating'), { code: '57P01' }),
  'pool exhausted': () => new Error('timeout exceeded when trying to connect'),
  'disk full': () => Object.assign(new Error('no space'), { code: '53100' }),
  busy: () => new ApiError('REQUEST_TIMEOUT', 'The server is busy, try again shortly'),
  refused: () => badRequest('No.'),
}

/** More than the socket buffers hold: a list of blanks, and an id after it. */
export const manyBytes = [
  Buffer.from('"blanks":['),
  ...Array.from({ length: 300 }, () => Buffer.alloc(100_000, ' ')),
  Buffer.from('],"id":5'),
]

/** Open requests to `/waits`, until a test answers them. */
export const waiting: (RawReply & { readonly by: string | undefined })[] = []

const routes: Record<string, Route> = {
  echo: route(echo, ({ params, actor }) => ({ seen: params, client: actor.client })),
  needs: route(needs, () => ({})),
  thing: route(thing, () => ({})),
  dropThing: route(dropThing, () => ({})),
  open: route(open, () => ({})),
  maybe: route(maybe, ({ actor }) => ({ who: actor.user?.id ?? null })),
  admins: route(admins, () => ({})),
  owners: route(owners, () => ({})),
  hooks: route(hooks, () => ({})),
  takesBody: route(takesBody, ({ actor, params: { body, note = '' } }) => {
    if (note === 'ignore')
      throw new ApiError('UNSUPPORTED_WEBHOOK_EVENT_TYPE', 'Ignored.', { data: { event_type: 'x' } })
    return { who: actor.user.id, body, note }
  }),
  breaks: route(breaks, ({ params }) => {
    if (params.how === 'wrong shape') return { id: 'x' as unknown as number }
    throw errors[params.how]?.()
  }),
  raw: rawRoute(raw, async ({ params, reply }) => {
    if (params.how === 'throws') throw badRequest('No.')
    if (params.how === 'fails') reply.fail(badRequest('No.'))
    else if (params.how === 'pieces') reply.send(['"id":', '5'])
    else if (params.how === 'bytes') reply.sendPieces(['"id":', '5'].map((text) => Buffer.from(text)))
    else if (params.how === 'many bytes') reply.sendPieces(manyBytes)
    else reply.send('"id":5')
    reply.send('"id":6')
  }),
  waits: rawRoute(waits, ({ reply, params: { by } }) => {
    reply.onClose(() => {})
    waiting.push(Object.assign(reply, { by }))
  }),
  poll: route(poll, () => ({})),
  heavy: route(heavy, () => ({})),
  signIn: route(signIn, async ({ params, request }) => {
    const slowly = async () => {
      await setImmediate()
      return params.right
    }
    if (!(await request.passwordAttempts.attempt(params.name, slowly))) throw badRequest('wrong')
    return {}
  }),
}

export const KEY = 'k'.repeat(32)

export class TestClock implements Clock {
  milliseconds = 1_700_000_000_000
  now = () => this.milliseconds
  monotonic = () => this.milliseconds
  advance(seconds: number): void {
    this.milliseconds += seconds * 1000
  }
}

const secret = secretFrom(Buffer.alloc(32, 7))

function person(id: number, name: string, more: Partial<User> = {}): User {
  const hash = secret.hashKey(KEY)
  const email = `${name}@example.com`
  const base = {
    id,
    realmId: 1,
    fullName: name,
    deliveryEmail: email,
    apiEmail: `user${id}@parley.test`,
    isActive: true,
  }
  return { ...base, role: ROLE.member, botType: null, apiKeyHash: hash, ...more } as User
}

const people = [
  person(1, 'olga', { role: ROLE.owner }),
  person(2, 'ada', { role: ROLE.administrator }),
  person(3, 'mia'),
  person(4, 'gone', { isActive: false }),
  person(5, 'hook', { botType: BOT_TYPE.incomingWebhook }),
]

/** The key of an account in another organization. */
export const KEY_ELSEWHERE = 'e'.repeat(32)

/** The host of no organization. */
export const NOBODYS_HOST = 'nobody.test:9991'

export interface KernelOptions {
  config?: Partial<Config>
  strict?: boolean
  realm?: 'live' | 'deactivated' | 'none'
  log?: (line: string) => void
  /** Memory must be brought to the head of the log first, as with several nodes. */
  isShared?: boolean
}

export function createKernel({ config, strict = true, realm = 'live', log, isShared }: KernelOptions = {}) {
  const clock = new TestClock()
  const byEmail = (email: string) =>
    people.find((user) => [user.apiEmail, user.deliveryEmail].includes(email.toLowerCase()))
  const users = new Map(people.map((user) => [user.id, user]))
  const state = { id: 1, name: 'Kitchen', isDeactivated: realm === 'deactivated', userByEmail: byEmail, users }
  const forHost = (host: string | undefined) =>
    realm === 'none' || host === NOBODYS_HOST ? null : (state as unknown as RealmState)
  const realms = {
    forHost: isShared ? async (host: string | undefined) => setImmediate(forHost(host)) : forHost,
    ids: [1, 2],
    hasKeyElsewhere: async (_: number, hash: string) => hash === secret.hashKey(KEY_ELSEWHERE),
  }
  const ctx = {
    config: { url: 'http://parley.test', trustedProxies: [], rateLimits: true, metricsToken: null, ...config },
    logger: log ? pino({}, { write: log }) : pino({ level: 'silent' }),
    metrics: createMetrics(),
    clock,
    secret,
    strict,
    realms,
    isReady: () => true,
    addressOf: () => 'http://parley.test',
  } as unknown as Context
  return { app: createServer(ctx, routes), clock, ctx }
}

export const basic = (name: string, key = KEY): string => `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`
export const mia = { authorization: basic('mia@example.com') }
