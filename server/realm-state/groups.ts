import { foldCase } from '../../api/fold-case.ts'
import type { Group, GroupSetting, SystemGroupName } from './group.ts'
import { isDirectSystemMember } from './group.ts'
import type { Records } from './record-kinds.ts'
import type { User } from './user.ts'

/** The organization's groups. Caches the set "this group and all groups below it" until a group changes. */
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

  /** True if the user is a member directly or through subgroups at any depth. */
  contains(setting: GroupSetting, user: User, isFullMember: boolean): boolean {
    if (!user.isActive) return false
    if (typeof setting === 'number') return this.#isMember(setting, user, isFullMember)
    return (
      setting.direct_members.includes(user.id) ||
      setting.direct_subgroups.some((id) => this.#isMember(id, user, isFullMember))
    )
  }

  /** All members of a group, directly or through subgroups at any depth. */
  membersOf(groupId: number, users: Records['user'], isFullMember: (user: User) => boolean): Set<number> {
    const members = new Set<number>()
    for (const id of this.withSubgroups(groupId)) {
      const group = this.#groups.get(id)
      if (!group || group.deactivated) continue
      if (!group.isSystem) for (const member of group.members) members.add(member)
      else
        for (const user of users.values())
          if (isDirectSystemMember(group, user, isFullMember(user))) members.add(user.id)
    }
    return members
  }

  #isMember(groupId: number, user: User, isFullMember: boolean): boolean {
    for (const id of this.withSubgroups(groupId)) {
      const group = this.#groups.get(id)
      if (!group || group.deactivated) continue
      if (group.isSystem ? isDirectSystemMember(group, user, isFullMember) : group.members.includes(user.id))
        return true
    }
    return false
  }

  /** The group and all groups below it. Actions refuse cycles, but this would also end on one. */
  withSubgroups(groupId: number): ReadonlySet<number> {
    if (this.#belowOf !== this.#groups.version) {
      this.#below = new Map()
      this.#belowOf = this.#groups.version
    }
    const known = this.#below.get(groupId)
    if (known) return known
    const reached = new Set<number>([groupId])
    for (const id of reached) for (const sub of this.#groups.get(id)?.subgroups ?? []) reached.add(sub)
    this.#below.set(groupId, reached)
    return reached
  }
}
