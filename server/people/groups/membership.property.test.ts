import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import * as oracle from '../../../test/group-oracle/oracle.ts'
import { useServer } from '../../../test/use-server.ts'
import { nobody } from '../../kernel/log/audience.ts'
import { CHANNEL_GROUP_SETTINGS, type Channel, type ChannelGroupSetting } from '../../kernel/realm-state/channel.ts'
import { GROUP_GROUP_SETTINGS, type Group, type GroupGroupSetting } from '../../kernel/realm-state/group.ts'
import { mayInChannel, mayInRealm, mayWithGroup } from '../../kernel/realm-state/permissions.ts'
import { REALM_GROUP_SETTINGS, type RealmGroupSetting } from '../../kernel/realm-state/realm-settings.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { directMembers } from './present.ts'

const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 20_260)
const RUNS = process.env['PARLEY_TEST_LONG'] === undefined ? 500 : 20_000
const RUNS_TO_FIND = 500
const DAY = 86_400
/** Ids that nobody has on the server. */
const FIRST_PERSON = 1_000_000
const FIRST_GROUP = 2_000_000
const MAX_GROUPS = 7

const index = fc.nat({ max: MAX_GROUPS + oracle.SYSTEM_NAMES.length - 1 })
const setting = fc.oneof(index, fc.record({ members: fc.array(fc.nat({ max: 5 })), subgroups: fc.array(index) }))
const worlds = fc.record({
  waitingDays: fc.nat({ max: 2 }),
  people: fc.array(
    fc.record({
      role: fc.constantFrom(...Object.values(ROLE)),
      isActive: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
      days: fc.nat({ max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  named: fc.array(
    fc.record({
      members: fc.uniqueArray(fc.nat({ max: 5 })),
      subgroups: fc.uniqueArray(index, { maxLength: 3 }),
      isActive: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
    }),
    { maxLength: MAX_GROUPS },
  ),
  settings: fc.array(setting, { minLength: 1, maxLength: 6 }),
})
type RandomWorld = typeof worlds extends fc.Arbitrary<infer T> ? T : never

/** Settings with a value each, drawn in turn from a few. */
const valued = <Name extends string>(names: object, values: readonly oracle.Setting[], offset: number) =>
  Object.fromEntries(Object.keys(names).map((name, at) => [name, values[(at + offset) % values.length]!])) as Record<
    Name,
    oracle.Setting
  >

describe('memberships and permissions', () => {
  const { server, ann } = useServer({ members: ['ann'], channel: 'talk' })
  let channel: Channel

  beforeAll(() => {
    channel = server.realm.channelByName('talk')!
  })

  /** What was drawn, in ids. Subgroups may form a cycle, which the server refuses but must survive. */
  function worldOf({ waitingDays, people, named, settings }: RandomWorld) {
    const { groups } = server.realm
    const system = Object.fromEntries(oracle.SYSTEM_NAMES.map((name) => [name, groups.system(name).id]))
    const ids = [...named.map((_, at) => FIRST_GROUP + at), ...Object.values(system)]
    const groupIds = (drawn: readonly number[]) => [...new Set(drawn.map((at) => ids[at % ids.length]!))]
    const personIds = (drawn: readonly number[]) => drawn.map((at) => FIRST_PERSON + (at % people.length))
    const world: oracle.World = {
      waitingDays,
      system: system as oracle.World['system'],
      people: people.map((person, at) => ({ id: FIRST_PERSON + at, ...person })),
      named: named.map(({ members, subgroups, isActive }, at) => ({
        id: FIRST_GROUP + at,
        members: [...new Set(personIds(members))],
        subgroups: groupIds(subgroups),
        isActive,
      })),
    }
    const values = settings.map(
      (drawn): oracle.Setting =>
        typeof drawn === 'number'
          ? ids[drawn % ids.length]!
          : { direct_members: personIds(drawn.members), direct_subgroups: groupIds(drawn.subgroups) },
    )
    return { world, ids, values }
  }

  /** The same in the server's memory, as rows of the log would bring it. */
  function memoryOf(world: oracle.World, values: readonly oracle.Setting[]) {
    const realm = server.realm.overlay()
    const like = realm.users.get(ann.id)!
    const groupLike: Group = realm.groups.system('role:nobody')
    const granting = { ...channel, groupSettings: valued<ChannelGroupSetting>(CHANNEL_GROUP_SETTINGS, values, 1) }
    const settings = valued<GroupGroupSetting>(GROUP_GROUP_SETTINGS, values, 2)
    const groupSettings = valued<RealmGroupSetting>(REALM_GROUP_SETTINGS, values, 0)
    const info = {
      ...realm.info,
      settings: { ...realm.info.settings, waiting_period_threshold: world.waitingDays },
      groupSettings,
    }
    const put = [
      { put: 'realm', value: info } as const,
      ...world.people.map(({ id, role, isActive, days }) => {
        const dateJoined = realm.now - days * DAY - 60
        return { put: 'user', value: { ...like, id, role: role as typeof like.role, isActive, dateJoined } } as const
      }),
      ...world.named.map(({ id, members, subgroups, isActive }) => {
        const value = { ...groupLike, id, name: `group ${id}`, isSystem: false, deactivated: !isActive }
        return { put: 'group', value: { ...value, members, subgroups, settings } } as const
      }),
    ]
    realm.apply({ seq: realm.seq + 1, audience: nobody, payload: { state: put } })
    return { realm, channel: granting, settings, groupSettings }
  }

  function answersOfServer(drawn: RandomWorld): unknown {
    const { world, ids, values } = worldOf(drawn)
    const { realm, channel: granting, settings, groupSettings } = memoryOf(world, values)
    const group = { ...realm.groups.system('role:nobody'), settings }
    const byPerson = world.people.map(({ id }) => {
      const user = realm.users.get(id)!
      const allowed = <Name extends string>(names: object, ask: (name: Name) => boolean) =>
        Object.keys(names).filter((name) => ask(name as Name))
      return {
        id,
        in: ids.filter((groupId) => realm.groups.isMember(groupId, user, realm.isFullMember(user))),
        included: values.map((value) => realm.isIn(value, user)),
        realm: allowed<RealmGroupSetting>(groupSettings, (name) => mayInRealm(realm, user, name)),
        channel: allowed<ChannelGroupSetting>(CHANNEL_GROUP_SETTINGS, (name) =>
          mayInChannel(realm, user, granting, name),
        ),
        group: allowed<GroupGroupSetting>(settings, (name) => mayWithGroup(realm, user, group, name)),
      }
    })
    return { byPerson, byGroup: ids.map((id) => listsOf(realm, id, world)) }
  }

  function listsOf(realm: RealmState, id: number, { people }: oracle.World) {
    const isDrawn = (personId: number) => people.some((person) => person.id === personId)
    return {
      id,
      members: [...realm.membersOf(id)].filter(isDrawn).sort((a, b) => a - b),
      direct: directMembers(realm, realm.groups.get(id)!)
        .filter(isDrawn)
        .sort((a, b) => a - b),
      below: [...realm.groups.withSubgroups(id)].filter((sub) => sub !== id).sort((a, b) => a - b),
    }
  }

  function answersOfContract(drawn: RandomWorld, mistake?: oracle.Mistake): unknown {
    const { world, ids, values } = worldOf(drawn)
    const kinds = {
      realm: valued(REALM_GROUP_SETTINGS, values, 0),
      channel: valued(CHANNEL_GROUP_SETTINGS, values, 1),
      group: valued(GROUP_GROUP_SETTINGS, values, 2),
    }
    const byPerson = world.people.map((person) => {
      const allowed = (kind: keyof typeof kinds) =>
        Object.entries(kinds[kind])
          .filter(([name, value]) => oracle.may(world, kind, name, value, person, mistake))
          .map(([name]) => name)
      return {
        id: person.id,
        in: ids.filter((id) => oracle.isMember(world, id, person, mistake)),
        included: values.map((value) => oracle.isIncluded(world, value, person, mistake)),
        realm: allowed('realm'),
        channel: allowed('channel'),
        group: allowed('group'),
      }
    })
    const byGroup = ids.map((id) => ({
      id,
      members: world.people.filter((person) => oracle.isMember(world, id, person, mistake)).map((person) => person.id),
      direct: world.people.filter((person) => oracle.isDirectMember(world, id, person)).map((person) => person.id),
      below: oracle.subgroupsBelow(world, id),
    }))
    return { byPerson, byGroup }
  }

  test('are what the contract says, in any organization', () => {
    const property = fc.property(worlds, (drawn) => {
      expect(answersOfServer(drawn)).toEqual(answersOfContract(drawn))
    })
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  })

  test.each<oracle.Mistake>([
    'deactivated people count',
    'subgroups count one level deep',
    'deactivated subgroups count',
    'a deactivated group permits',
    'guests have every permission of their groups',
    'new members are full members',
  ])(
    'differ from a contract in which %s',
    (mistake) => {
      const property = fc.property(worlds, (drawn) => {
        expect(answersOfServer(drawn)).toEqual(answersOfContract(drawn, mistake))
      })
      const outcome = fc.check(property, { seed: SEED, numRuns: RUNS_TO_FIND, endOnFailure: true })
      expect(String(outcome.errorInstance)).toContain('to deeply equal')
    },
    300_000,
  )
})
