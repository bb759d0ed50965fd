import { foldCase } from '../../api/fold-case.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Token } from '../ui/Tokens.tsx'
import { groupName, groups, membersOf } from './groups.ts'
import { isActive, ownId, type Person, people } from './store.ts'

const MAX_SUGGESTED_PEOPLE = 8

const tokenOfPerson = ({ user_id: id, full_name: name, avatar_url: src }: Person): Token => ({
  key: `person-${id}`,
  name,
  picture: <Avatar name={name} src={src} size={20} seed={id} />,
})

const tokenOfGroup = (id: number, name: string): Token => ({
  key: `group-${id}`,
  name: groupName(name),
  picture: <Icon name="users" size="s" />,
  note: String(membersOf(id).size),
})

const fits = (name: string, wanted: string): boolean =>
  foldCase(name)
    .split(/[\s-]+/u)
    .some((word) => word.startsWith(wanted)) || foldCase(name).startsWith(wanted)

/** People and groups whose names begin with what was typed. System groups only where they mean something. */
export function suggestPeople(typed: string, withSystemGroups = false): readonly Token[] {
  const wanted = foldCase(typed.trim())
  const found = [...people.value.values()]
    .filter((one) => isActive(one.user_id) && one.user_id !== ownId() && fits(one.full_name, wanted))
    .sort((a, b) => Number(a.is_bot) - Number(b.is_bot) || a.full_name.localeCompare(b.full_name))
  const foundGroups = [...groups.value.values()]
    .filter((one) => (withSystemGroups || !one.is_system_group) && fits(groupName(one.name), wanted))
    .sort((a, b) => groupName(a.name).localeCompare(groupName(b.name)))
  return [
    ...found.slice(0, MAX_SUGGESTED_PEOPLE).map(tokenOfPerson),
    ...foundGroups.slice(0, MAX_SUGGESTED_PEOPLE).map(({ id, name }) => tokenOfGroup(id, name)),
  ]
}

const idsOf = (chosen: readonly Token[], kind: 'person' | 'group'): number[] =>
  chosen.filter(({ key }) => key.startsWith(`${kind}-`)).map(({ key }) => Number(key.slice(kind.length + 1)))

/** The people that were chosen, those of groups too. */
export const chosenPeople = (chosen: readonly Token[]): number[] => [
  ...new Set([...idsOf(chosen, 'person'), ...idsOf(chosen, 'group').flatMap((id) => [...membersOf(id)])]),
]

/** The value of a permission that these people and groups have. */
export const chosenSetting = (chosen: readonly Token[]) => ({
  direct_members: idsOf(chosen, 'person'),
  direct_subgroups: idsOf(chosen, 'group'),
})
