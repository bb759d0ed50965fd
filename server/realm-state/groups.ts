import { foldCase } from '../../api/fold-case.ts'
import type { Group, GroupSetting, SystemGroupName } from './group.ts'
import { isDirectSystemMember } from './group.ts'
import type { User } from './user.ts'

/** The organization's groups and the cached closure "this group and all below it". */
export class Groups {
  readonly #byId = new Map<number, Group>()
  readonly #system = new Map<string, Group>()
  #below = new Map<number, ReadonlySet<number>>()

  get(id: number): Group | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<Group> {
    return this.#byId.values()
  }

  system(name: SystemGroupName): Group {
    const group = this.#system.get(name)
    if (!group) throw new Error(`the organization has no group ${name}`)
    return group
  }

  /** Whatever the case; one in use rather than one that was deactivated. */
  named(name: string): Group | undefined {
    const key = foldCase(name)
    let found: Group | undefined
    for (const group of this.#byId.values())
      if (foldCase(group.name) === key && (!found || !group.deactivated)) found = group
    return found
  }

  put(group: Group): void {
    this.#byId.set(group.id, group)
    if (group.isSystem) this.#system.set(group.name, group)
    this.#below = new Map()
  }

  /** Recursive membership: directly, or through any depth of subgroups. */
  contains(setting: GroupSetting, user: User, isFullMember: boolean): boolean {
    if (!user.isActive) return false
    if (typeof setting === 'number') return this.#isMember(setting, user, isFullMember)
    return (
      setting.direct_members.includes(user.id) ||
      setting.direct_subgroups.some((id) => this.#isMember(id, user, isFullMember))
    )
  }

  /** Everybody in a group, directly or through any depth of subgroups. */
  membersOf(groupId: number, users: ReadonlyMap<number, User>, isFullMember: (user: User) => boolean): Set<number> {
    const members = new Set<number>()
    for (const id of this.#withSubgroups(groupId)) {
      const group = this.#byId.get(id)
      if (!group || group.deactivated) continue
      if (!group.isSystem) for (const member of group.members) members.add(member)
      else
        for (const user of users.values())
          if (isDirectSystemMember(group, user, isFullMember(user))) members.add(user.id)
    }
    return members
  }

  #isMember(groupId: number, user: User, isFullMember: boolean): boolean {
    for (const id of this.#withSubgroups(groupId)) {
      const group = this.#byId.get(id)
      if (!group || group.deactivated) continue
      if (group.isSystem ? isDirectSystemMember(group, user, isFullMember) : group.members.includes(user.id))
        return true
    }
    return false
  }

  /** The group and everything below it. A cycle, which actions refuse, would still end. */
  #withSubgroups(groupId: number): ReadonlySet<number> {
    const known = this.#below.get(groupId)
    if (known) return known
    const reached = new Set<number>([groupId])
    for (const id of reached) for (const sub of this.#byId.get(id)?.subgroups ?? []) reached.add(sub)
    this.#below.set(groupId, reached)
    return reached
  }
}
