import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import * as oracle from '../../test/channel-oracle/oracle.ts'
import { type Setting, SYSTEM_NAMES, type World } from '../../test/group-oracle/oracle.ts'
import { useServer } from '../../test/use-server.ts'
import {
  audienceOf,
  hasHistoryAccess,
  requireAdministered,
  requireChannel,
  requireReadableChannel,
} from '../kernel/access/channel-access.ts'
import type { Actor } from '../kernel/actor.ts'
import { nobody } from '../kernel/log/audience.ts'
import { CHANNEL_GROUP_SETTINGS, type Channel, type ChannelGroupSetting } from '../kernel/realm-state/channel.ts'
import type { RealmState } from '../kernel/realm-state/realm-state.ts'
import { ROLE, type User } from '../kernel/realm-state/user.ts'
import { requireMayPost } from '../messages/sending/access.ts'
import { PLAIN_CHANNEL } from './create-channel.ts'
import { subscribe } from './subscribe.ts'
import { planUnsubscribe } from './subscriptions/unsubscribe.ts'

const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 20_260)
const RUNS = process.env['PARLEY_TEST_LONG'] === undefined ? 250 : 20_000
const RUNS_TO_FIND = 800
const DAY = 86_400
/** Ids that nobody has on the server. */
const FIRST_PERSON = 1_000_000
const FIRST_GROUP = 2_000_000
const MAX_PEOPLE = 5
const MAX_GROUPS = 3

const group = fc.nat({ max: MAX_GROUPS + SYSTEM_NAMES.length - 1 })
const person = fc.nat({ max: MAX_PEOPLE - 1 })
const setting = fc.oneof(
  group,
  fc.record({ members: fc.array(person, { maxLength: 2 }), subgroups: fc.array(group, { maxLength: 1 }) }),
)
type RandomSetting = typeof setting extends fc.Arbitrary<infer T> ? T : never

const worlds = fc.record({
  waitingDays: fc.nat({ max: 1 }),
  people: fc.array(
    fc.record({
      role: fc.constantFrom(...Object.values(ROLE)),
      days: fc.nat({ max: 2 }),
      /** A bot of this person; most are nobody's. */
      owner: fc.option(person, { freq: 3 }),
    }),
    { minLength: 2, maxLength: MAX_PEOPLE },
  ),
  named: fc.array(
    fc.record({
      members: fc.uniqueArray(person),
      subgroups: fc.uniqueArray(group, { maxLength: 1 }),
      isActive: fc.boolean(),
    }),
    { maxLength: MAX_GROUPS },
  ),
  kind: fc.constantFrom('web-public', 'public', 'shared', 'protected', 'shared', 'protected'),
  isArchived: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  subscribers: fc.uniqueArray(person),
  settings: fc.record({
    can_add_subscribers_group: setting,
    can_administer_channel_group: setting,
    can_remove_subscribers_group: setting,
    can_send_message_group: setting,
    can_subscribe_group: setting,
  }),
  addingOthers: setting,
})
type RandomWorld = typeof worlds extends fc.Arbitrary<infer T> ? T : never

const rejects = async (work: () => unknown): Promise<boolean> => {
  try {
    await work()
    return false
  } catch {
    return true
  }
}

describe('the rights in a channel', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'talk' })
  let like: Channel

  beforeAll(() => {
    like = server.realm.channelByName('talk')!
  })

  /** What was drawn, in ids. */
  function worldOf(drawn: RandomWorld): oracle.ChannelWorld {
    const count = drawn.people.length
    const id = (at: number) => FIRST_PERSON + (at % count)
    const system = Object.fromEntries(SYSTEM_NAMES.map((name) => [name, server.realm.groups.system(name).id]))
    const groupIds = [...drawn.named.map((_, at) => FIRST_GROUP + at), ...Object.values(system)]
    const ids = (groups: readonly number[]) => [...new Set(groups.map((at) => groupIds[at % groupIds.length]!))]
    const value = (one: RandomSetting): Setting =>
      typeof one === 'number'
        ? ids([one])[0]!
        : { direct_members: [...new Set(one.members.map(id))], direct_subgroups: ids(one.subgroups) }
    const accounts = drawn.people.map(({ owner, ...rest }, at) => ({
      ...rest,
      id: id(at),
      isActive: true,
      ownerId: owner === null || id(owner) === id(at) ? null : id(owner),
    }))
    const world: World = {
      waitingDays: drawn.waitingDays,
      people: accounts,
      system: system as World['system'],
      named: drawn.named.map(({ members, subgroups, isActive }, at) => ({
        id: FIRST_GROUP + at,
        members: [...new Set(members.map(id))],
        // A group that contains itself is refused by the server.
        subgroups: ids(subgroups).filter((sub) => sub > FIRST_GROUP + at || sub < FIRST_GROUP),
        isActive,
      })),
    }
    const settings = Object.entries(drawn.settings).map(([name, one]) => [name, value(one)])
    return {
      world,
      accounts,
      addingOthers: value(drawn.addingOthers),
      channel: {
        inviteOnly: drawn.kind === 'shared' || drawn.kind === 'protected',
        isWebPublic: drawn.kind === 'web-public',
        historyPublic: drawn.kind !== 'protected',
        isArchived: drawn.isArchived,
        subscribers: [...new Set(drawn.subscribers.map(id))],
        settings: Object.fromEntries(settings) as oracle.PlainChannel['settings'],
      },
    }
  }

  /** The same in the server's memory, as rows of the log would bring it. */
  function memoryOf({ world, accounts, channel, addingOthers }: oracle.ChannelWorld): RealmState {
    const realm = server.realm.overlay()
    const user = realm.users.get(ann.id)!
    const { subscribers, settings, ...kind } = channel
    const groupSettings = Object.fromEntries(
      (Object.keys(CHANNEL_GROUP_SETTINGS) as ChannelGroupSetting[]).map((name) => [
        name,
        name in settings ? settings[name as keyof typeof settings] : like.groupSettings[name],
      ]),
    ) as Channel['groupSettings']
    const info = {
      ...realm.info,
      settings: { ...realm.info.settings, waiting_period_threshold: world.waitingDays },
      groupSettings: { ...realm.info.groupSettings, can_add_subscribers_group: addingOthers },
    }
    const state = [
      { put: 'realm', value: info } as const,
      ...accounts.map(({ id, role, days, ownerId }) => ({
        put: 'user' as const,
        value: {
          ...user,
          ...{ id, role: role as User['role'], dateJoined: realm.now - days * DAY - 60 },
          ...{ deliveryEmail: `${id}@example.org`, apiEmail: `${id}@example.org` },
          ...{ isBot: ownerId !== null, botOwnerId: ownerId },
        },
      })),
      ...world.named.map(({ id, members, subgroups, isActive }) => {
        const value = { ...realm.groups.system('role:nobody'), id, name: `group ${id}`, isSystem: false }
        return { put: 'group' as const, value: { ...value, members, subgroups, deactivated: !isActive } }
      }),
      { put: 'channel', value: { ...like, ...kind, groupSettings } } as const,
      { leave: like.id, users: [ann.id] },
      { join: like.id, users: subscribers },
    ]
    realm.apply({ seq: realm.seq + 1, audience: nobody, payload: { state } })
    return realm
  }

  /** Is a request to subscribe these people accepted? The transaction behind it is of no interest. */
  const isSubscribable = async (actor: Actor, principals: readonly number[] | undefined): Promise<boolean> => {
    const request = {
      channels: [{ name: like.name, description: '', renderedDescription: '' }],
      principals,
      errorsAreFatal: true,
      options: PLAIN_CHANNEL,
      wantsNotices: false,
      announces: false,
    }
    const planned = {
      subscribed: {},
      alreadySubscribed: {},
      unauthorized: [],
      created: 0,
      knownIds: [],
      createdIds: [],
    }
    const { isArchived } = actor.realm.channels.get(like.id)!
    // The name of an archived channel is free for a new one.
    return !isArchived && !(await rejects(() => subscribe(async () => planned, actor, request)))
  }

  async function rightsInMemory(realm: RealmState, asked: oracle.ChannelWorld, id: number): Promise<oracle.Rights> {
    const user = realm.users.get(id)!
    const channel = realm.channels.get(like.id)!
    const actor: Actor = { realm, user, client: 'test', address: null }
    const other = asked.accounts.find((one) => one.id !== id && one.ownerId !== id)
    const may = async (work: () => unknown) => !(await rejects(work))
    return {
      sees: await may(() => requireChannel(actor, like.id)),
      reads: await may(() => requireReadableChannel(actor, like.id)),
      readsHistory: hasHistoryAccess(realm, user, channel),
      posts: await may(() => requireMayPost(actor, channel)),
      subscribes: await isSubscribable(actor, undefined),
      addsOthers: other ? await isSubscribable(actor, [other.id]) : false,
      removesOthers: other
        ? await may(() => planUnsubscribe(actor, { names: [like.name], principals: [other.id] }))
        : false,
      administers: await may(() => requireAdministered(actor, like.id)),
    }
  }

  async function compare(drawn: RandomWorld, mistake?: oracle.Mistake): Promise<void> {
    const asked = worldOf(drawn)
    const realm = memoryOf(asked)
    for (const account of asked.accounts) {
      const hasOther = asked.accounts.some((one) => one.id !== account.id && one.ownerId !== account.id)
      const rights = oracle.rightsOf(asked, account, mistake)
      const expected = hasOther ? rights : { ...rights, addsOthers: false, removesOthers: false }
      expect(await rightsInMemory(realm, asked, account.id)).toEqual(expected)
    }
    // Events of the channel go to those who see it.
    const audience = audienceOf(realm, realm.channels.get(like.id)!)
    const isTold = (id: number) =>
      audience.to === 'everyone' ? !audience.except?.includes(id) : 'ids' in audience && audience.ids.includes(id)
    const told = asked.accounts.filter(({ id }) => isTold(id))
    expect(told).toEqual(asked.accounts.filter((account) => oracle.rightsOf(asked, account, mistake).sees))
  }

  test('are what the contract says, in any organization', async () => {
    const property = fc.asyncProperty(worlds, (drawn) => compare(drawn))
    await fc.assert(property, { seed: SEED, numRuns: RUNS })
  })

  test.each<oracle.Mistake>([
    'guests see public channels',
    'administrators read private channels',
    'groups give guests access',
    'people who administer the channel read it',
    'subscribers may add others',
    'subscribers of hidden channels can be removed',
    'bots send only with permissions of their own',
    'archived channels are written to',
  ])(
    'differ from a contract in which %s',
    async (mistake) => {
      const property = fc.asyncProperty(worlds, (drawn) => compare(drawn, mistake))
      const outcome = await fc.check(property, { seed: SEED, numRuns: RUNS_TO_FIND, endOnFailure: true })
      expect(String(outcome.errorInstance)).toContain('to deeply equal')
    },
    300_000,
  )
})
