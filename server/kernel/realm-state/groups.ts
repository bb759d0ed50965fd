import { foldCase } from '../../../api/fold-case.ts'
import type { Group, GroupSetting, SystemGroupName } from './group.ts'
import { isDirectMember, isDirectSystemMember, listHas } from './group.ts'
import type { Records } from './record-kinds.ts'
import type { User } from './user.ts'

/** The organization's groups. Which groups lie below a group is kept until a group changes. */
export class Groups {
  readonly #groups: Records['group']
  #below = new Map<number, ReadonlySet<number>>()
  #belowOf = -1

  constructor(groups: Records['group']) {
    this.#groups = groups
  }

  get(id: number): Group | undefined {
    return this.#groups.get(id)
  }

  all(): Iterable<Group> {
    return this.#groups.values()
  }

  system(name: SystemGroupName): Group {
    const group = this.#groups.find('system', name)
    if (!group) throw new Error(`the organization has no group ${name}`)
    return group
  }

  /** Ignores case. Prefers an active group to a deactivated one. */
  named(name: string): Group | undefined {
    const found = this.allNamed(name)
    return found.find((group) => !group.deactivated) ?? found[0]
  }

  allNamed(name: string): Group[] {
    return this.#groups.findAll('name', foldCase(name))
  }

  /** Recursive membership: directly, or through any depth of subgroups. A deactivated group has no effect. */
  contains(setting: GroupSetting, user: User, isFullMember: boolean): boolean {
    if (!user.isActive) return false
    const includes = (id: number) => !this.#groups.get(id)?.deactivated && this.isMember(id, user, isFullMember)
    if (typeof setting === 'number') return includes(setting)
    return listHas(setting.direct_members, user.id) || setting.direct_subgroups.some(includes)
  }

  /** Active people in a group, also a deactivated one, directly or through any depth of subgroups. */
  membersOf(groupId: number, users: Records['user'], isFullMember: (user: User) => boolean): Set<number> {
    const members = new Set<number>()
    for (const id of this.withSubgroups(groupId)) {
      const group = this.#groups.get(id)
      if (!group) continue
      if (!group.isSystem) {
        for (const member of group.members) if (users.get(member)?.isActive) members.add(member)
      } else {
        for (const user of users.values())
          if (user.isActive && isDirectSystemMember(group, user, isFullMember(user))) members.add(user.id)
      }
    }
    return members
  }

  /** Is the person on the list of `membersOf`? */
  isMember(groupId: number, user: User, isFullMember: boolean): boolean {
    if (!user.isActive) return false
    for (const id of this.withSubgroups(groupId)) {
      const group = this.#groups.get(id)
      if (group && isDirectMember(group, user, isFullMember)) return true
    }
    return false
  }

  /** The group itself and all groups below it, except deactivated ones and what only they contain. */
  withSubgroups(groupId: number): ReadonlySet<number> {
    if (this.#belowOf !== this.#groups.version) {
      this.#below = new Map()
      this.#belowOf = this.#groups.version
    }
    const known = this.#below.get(groupId)
    if (known) return known
    const reached = this.#reach([groupId], (sub) => !this.#groups.get(sub)?.deactivated)
    this.#below.set(groupId, reached)
    return reached
  }

  /** Is the group one of these, or anywhere below them? Counts deactivated groups, because they can come back. */
  isWithin(groupId: number, groupIds: readonly number[]): boolean {
    return this.#reach(groupIds, () => true).has(groupId)
  }

  /** Ends even if the stored groups contain a cycle. */
  #reach(from: readonly number[], follows: (subgroupId: number) => boolean): Set<number> {
    const reached = new Set(from)
    for (const id of reached)
      for (const sub of this.#groups.get(id)?.subgroups ?? []) if (follows(sub)) reached.add(sub)
    return reached
  }
}
