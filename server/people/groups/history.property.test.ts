import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectConsistent } from '../../../test/faults/check.ts'
import * as oracle from '../../../test/group-oracle/oracle.ts'
import { groupCalls } from '../../../test/groups.ts'
import type { Person } from '../../../test/harness.ts'
import { useServer } from '../../../test/use-server.ts'
import { loadRealm } from '../../kernel/realm-state/load.ts'

const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 20_260)
const RUNS = process.env['PARLEY_TEST_LONG'] === undefined ? 40 : 500
const PEOPLE = 4

const some = fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 2 })
const steps = fc.record({
  kind: fc.constantFrom('create', 'add', 'delete', 'add_subgroups', 'delete_subgroups', 'deactivate', 'reactivate'),
  group: fc.nat({ max: 5 }),
  whom: some,
})
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

interface ModelGroup {
  readonly id: number
  members: number[]
  subgroups: number[]
  isActive: boolean
}

/** What groups should be like after some steps, and which steps are refused. */
class Model {
  readonly groups: ModelGroup[] = []

  #isBelow(id: number, from: number, seen: readonly number[] = []): boolean {
    if (from === id) return true
    const subgroups = this.groups.find((group) => group.id === from)?.subgroups ?? []
    return !seen.includes(from) && subgroups.some((sub) => this.#isBelow(id, sub, [...seen, from]))
  }

  isRefused(group: ModelGroup, { kind }: Step, ids: readonly number[]): boolean {
    const isActive = (id: number) => this.groups.some((one) => one.id === id && one.isActive)
    if (kind === 'add') return ids.some((id) => group.members.includes(id))
    if (kind === 'delete') return !ids.every((id) => group.members.includes(id))
    if (kind === 'add_subgroups')
      return ids.some((id) => !isActive(id) || group.subgroups.includes(id) || this.#isBelow(group.id, id))
    if (kind === 'delete_subgroups') return !ids.every((id) => group.subgroups.includes(id))
    const isUsed = this.groups.some((one) => one.isActive && one.subgroups.includes(group.id))
    return kind === 'deactivate' && (!group.isActive || isUsed)
  }

  apply(group: ModelGroup, { kind }: Step, ids: readonly number[]): void {
    if (kind === 'add') group.members = [...group.members, ...ids]
    if (kind === 'delete') group.members = group.members.filter((id) => !ids.includes(id))
    if (kind === 'add_subgroups') group.subgroups = [...group.subgroups, ...ids]
    if (kind === 'delete_subgroups') group.subgroups = group.subgroups.filter((id) => !ids.includes(id))
    if (kind === 'deactivate') group.isActive = false
    if (kind === 'reactivate') group.isActive = true
  }
}

describe('groups after any history', () => {
  const { server } = useServer({ env: { PARLEY_RATE_LIMITS: 'off' } })
  let people: Person[]
  let made = 0

  beforeAll(async () => {
    people = []
    for (const name of ['Ann', 'Bob', 'Cho', 'Dan'].slice(0, PEOPLE)) people.push(await server.person(name))
  })

  const calls = groupCalls({
    get client() {
      return people[0]!.client
    },
  })

  async function run(model: Model, step: Step): Promise<boolean> {
    const userIds = [...new Set(step.whom.map((at) => people[at % PEOPLE]!.id))]
    const group = model.groups[step.group % (model.groups.length || 1)]
    if (step.kind === 'create' || !group) {
      made += 1
      const id = await calls.create(`group ${made}`, { members: userIds })
      model.groups.push({ id, members: userIds, subgroups: [], isActive: true })
      return true
    }
    const groupIds = [...new Set(step.whom.map((at) => model.groups[at % model.groups.length]!.id))]
    const ids = step.kind.endsWith('subgroups') ? groupIds : userIds
    const call = () => {
      if (step.kind === 'deactivate') return calls.deactivate(group.id)
      if (step.kind === 'reactivate') return calls.update(group.id, { deactivated: false })
      return calls.members(group.id, { [step.kind]: ids })
    }
    if (model.isRefused(group, step, ids)) {
      await expect(call(), JSON.stringify(step)).rejects.toMatchObject({ status: 400 })
      return false
    }
    await call()
    model.apply(group, step, ids)
    return true
  }

  /** What clients read, against the oracle. */
  async function compare({ groups: named }: Model): Promise<void> {
    const system = Object.fromEntries(oracle.SYSTEM_NAMES.map((name) => [name, server.realm.groups.system(name).id]))
    const members = people.map(({ id }) => ({ id, role: 400, isActive: true, days: 0 }))
    const world = { people: members, named, waitingDays: 0, system: system as oracle.World['system'] }
    const listed = (await calls.list(true)).filter(({ id }) => named.some((group) => group.id === id))
    const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
    expect(
      listed.map(({ id, members, direct_subgroup_ids, deactivated }) => ({
        id,
        members,
        direct_subgroup_ids,
        deactivated,
      })),
    ).toEqual(
      named.map(({ id, members, subgroups, isActive }) => ({
        id,
        members: sorted(members),
        direct_subgroup_ids: sorted(subgroups),
        deactivated: !isActive,
      })),
    )
    for (const { id } of named) {
      const within = members.filter((person) => oracle.isMember(world, id, person)).map((person) => person.id)
      expect(await calls.membersOf(id)).toEqual(within)
      expect(await calls.subgroupsOf(id)).toEqual(oracle.subgroupsBelow(world, id))
      const [person] = members
      expect(await calls.isMember(id, person!.id)).toBe(within.includes(person!.id))
    }
  }

  test('are what a simple model says, refusals included, and the same when they are loaded again', async () => {
    let [done, refusals] = [0, 0]
    const property = fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 20 }), async (history) => {
      const model = new Model()
      for (const step of history) {
        if (await run(model, step)) done += 1
        else refusals += 1
      }
      await compare(model)
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true })
    expect(refusals).toBeGreaterThan(done / 10)
    const loaded = await loadRealm(server.ctx.database, server.realm.id, server.ctx)
    const byId = (realm: typeof loaded) => [...realm.groups.all()].sort((a, b) => a.id - b.id)
    expect(byId(loaded)).toEqual(byId(server.realm))
    await expectConsistent(server.database.url)
  })
})
