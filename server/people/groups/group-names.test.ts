import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../kernel/realm-state/group.ts'
import { displayNameOf } from '../../kernel/rendering/group-names.ts'

const group = (name: string, isSystem: boolean) => ({
  id: 1,
  name,
  description: '',
  isSystem,
  creatorId: null,
  createdAt: null,
  deactivated: false,
  members: [],
  subgroups: [],
  settings: {
    can_add_members_group: 1,
    can_join_group: 1,
    can_leave_group: 1,
    can_manage_group: 1,
    can_mention_group: 1,
    can_remove_members_group: 1,
  },
})

describe('the name of a group, as people see it,', () => {
  test('is a word of theirs for each group that comes with the organization', () => {
    const shown = SYSTEM_GROUPS.map(({ name }) => displayNameOf(group(name, true)))
    expect(shown).toEqual([
      'Owners',
      'Administrators',
      'Moderators',
      'Full members',
      'Members',
      'Everyone',
      'Everyone on the internet',
      'Nobody',
    ])
  })

  test('is the name that was given to any other, even one that looks like a role', () => {
    expect(displayNameOf(group('cooks', false))).toBe('cooks')
    expect(displayNameOf(group('role:owners', false))).toBe('role:owners')
  })
})
