/**
 * Who is in which group and who may do what, as the contract says it, word by word. It shares no code with the server and
 * is as simple as possible: every question is answered from the whole description, by recursion.
 */
export interface Person {
  readonly id: number
  readonly role: number
  readonly isActive: boolean
  /** Whole days since the account was created. */
  readonly days: number
}

export interface NamedGroup {
  readonly id: number
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
  readonly isActive: boolean
}

export type Setting =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

export interface World {
  readonly people: readonly Person[]
  readonly named: readonly NamedGroup[]
  /** The ids of the system groups. */
  readonly system: Readonly<Record<SystemName, number>>
  readonly waitingDays: number
}

export const SYSTEM_NAMES = [
  'role:internet',
  'role:everyone',
  'role:members',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
  'role:nobody',
] as const
export type SystemName = (typeof SYSTEM_NAMES)[number]

/** Mistakes that a server could make. The comparison must find each of them. */
export type Mistake =
  | 'deactivated people count'
  | 'subgroups count one level deep'
  | 'deactivated subgroups count'
  | 'a deactivated group permits'
  | 'guests have every permission of their groups'
  | 'new members are full members'

const isFull = ({ waitingDays }: World, person: Person, mistake?: Mistake): boolean =>
  person.role <= 300 ||
  (person.role === 400 && (mistake === 'new members are full members' || person.days >= waitingDays))

function isInSystemGroup(world: World, name: SystemName, person: Person, mistake?: Mistake): boolean {
  switch (name) {
    case 'role:internet':
    case 'role:everyone':
      return true
    case 'role:members':
      return person.role <= 400
    case 'role:fullmembers':
      return isFull(world, person, mistake)
    case 'role:moderators':
      return person.role <= 300
    case 'role:administrators':
      return person.role <= 200
    case 'role:owners':
      return person.role === 100
    case 'role:nobody':
      return false
  }
}

function isDirectlyInSystemGroup(world: World, name: SystemName, person: Person): boolean {
  switch (name) {
    case 'role:everyone':
      return person.role === 600
    case 'role:members':
      return person.role === 400
    case 'role:fullmembers':
      return person.role === 400 && isFull(world, person)
    case 'role:moderators':
      return person.role === 300
    case 'role:administrators':
      return person.role === 200
    case 'role:owners':
      return person.role === 100
    case 'role:internet':
    case 'role:nobody':
      return false
  }
}

const systemName = ({ system }: World, id: number): SystemName | undefined =>
  SYSTEM_NAMES.find((name) => system[name] === id)

export function isDirectMember(world: World, groupId: number, person: Person): boolean {
  if (!person.isActive) return false
  const name = systemName(world, groupId)
  if (name) return isDirectlyInSystemGroup(world, name, person)
  return world.named.some((group) => group.id === groupId && group.members.includes(person.id))
}

/** Directly, or through any depth of subgroups; a deactivated subgroup brings nobody. */
export function isMember(
  world: World,
  groupId: number,
  person: Person,
  mistake?: Mistake,
  above: readonly number[] = [],
): boolean {
  if (!person.isActive && mistake !== 'deactivated people count') return false
  const name = systemName(world, groupId)
  if (name) return isInSystemGroup(world, name, person, mistake)
  const group = world.named.find(({ id }) => id === groupId)
  if (!group || above.includes(groupId)) return false
  if (group.members.includes(person.id)) return true
  if (mistake === 'subgroups count one level deep' && above.length === 1) return false
  return group.subgroups.some((id) => {
    const isClosed = world.named.some((sub) => sub.id === id && !sub.isActive)
    if (isClosed && mistake !== 'deactivated subgroups count') return false
    return isMember(world, id, person, mistake, [...above, groupId])
  })
}

/** Does the value of a setting include the person? */
export function isIncluded(world: World, setting: Setting, person: Person, mistake?: Mistake): boolean {
  if (!person.isActive && mistake !== 'deactivated people count') return false
  const includes = (id: number) => {
    const isClosed = world.named.some((group) => group.id === id && !group.isActive)
    return (!isClosed || mistake === 'a deactivated group permits') && isMember(world, id, person, mistake)
  }
  if (typeof setting === 'number') return includes(setting)
  return setting.direct_members.includes(person.id) || setting.direct_subgroups.some(includes)
}

/** The permissions that guests may have; a guest has no other, whatever groups they are in. */
export const GUESTS_MAY = {
  realm: [
    'can_access_all_users_group',
    'can_delete_own_message_group',
    'can_mention_many_users_group',
    'can_move_messages_between_topics_group',
    'can_resolve_topics_group',
    'can_set_topics_policy_group',
    'can_summarize_topics_group',
    'direct_message_initiator_group',
    'direct_message_permission_group',
    'workplace_users_group',
  ],
  channel: [
    'can_create_topic_group',
    'can_delete_any_message_group',
    'can_delete_own_message_group',
    'can_move_messages_out_of_channel_group',
    'can_move_messages_within_channel_group',
    'can_remove_subscribers_group',
    'can_resolve_topics_group',
    'can_send_message_group',
  ],
  group: ['can_leave_group', 'can_mention_group'],
} as const

export function may(
  world: World,
  kind: keyof typeof GUESTS_MAY,
  name: string,
  setting: Setting,
  person: Person,
  mistake?: Mistake,
): boolean {
  const isOpenToGuests =
    (GUESTS_MAY[kind] as readonly string[]).includes(name) || mistake === 'guests have every permission of their groups'
  return (person.role !== 600 || isOpenToGuests) && isIncluded(world, setting, person, mistake)
}

/** All groups below a group, without deactivated ones and what only they contain. */
export function subgroupsBelow(world: World, groupId: number): number[] {
  const found: number[] = []
  const visit = (id: number) => {
    for (const sub of subgroupsOf(world, id)) {
      const isClosed = world.named.some((group) => group.id === sub && !group.isActive)
      if (isClosed || sub === groupId || found.includes(sub)) continue
      found.push(sub)
      visit(sub)
    }
  }
  visit(groupId)
  return found.sort((a, b) => a - b)
}

function subgroupsOf(world: World, id: number): readonly number[] {
  const name = systemName(world, id)
  if (!name) return world.named.find((group) => group.id === id)?.subgroups ?? []
  const below = SYSTEM_NAMES[SYSTEM_NAMES.indexOf(name) + 1]
  return name === 'role:nobody' || !below || below === 'role:nobody' ? [] : [world.system[below]]
}
