import { expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { groupCalls } from '../../../test/groups.ts'
import { useServer } from '../../../test/use-server.ts'

const { server } = useServer()

type Row = readonly [name: string, defaultName: string, nobody: boolean, everyone: boolean, ...allowed: string[]]
const [YES, NO] = [true, false]

/** The tables of the contract. */
const REALM: readonly Row[] = [
  ['create_multiuse_invite_group', 'role:administrators', YES, NO],
  ['can_access_all_users_group', 'role:everyone', NO, YES, 'role:everyone', 'role:members'],
  ['can_add_subscribers_group', 'role:members', YES, NO],
  ['can_add_custom_emoji_group', 'role:members', YES, NO],
  ['can_create_bots_group', 'role:members', YES, NO],
  ['can_create_groups', 'role:members', YES, NO],
  ['can_create_public_channel_group', 'role:members', YES, NO],
  ['can_create_private_channel_group', 'role:members', YES, NO],
  [
    'can_create_web_public_channel_group',
    'role:owners',
    YES,
    NO,
    'role:moderators',
    'role:administrators',
    'role:owners',
    'role:nobody',
  ],
  ['can_create_write_only_bots_group', 'role:members', YES, NO],
  ['can_delete_any_message_group', 'role:administrators', YES, NO],
  ['can_delete_own_message_group', 'role:everyone', YES, YES],
  ['can_invite_users_group', 'role:members', YES, NO],
  ['can_manage_all_groups', 'role:owners', NO, NO],
  ['can_manage_billing_group', 'role:administrators', NO, NO],
  ['can_mention_many_users_group', 'role:administrators', YES, YES],
  ['can_move_messages_between_channels_group', 'role:members', YES, NO],
  ['can_move_messages_between_topics_group', 'role:everyone', YES, YES],
  ['can_resolve_topics_group', 'role:everyone', YES, YES],
  ['can_set_delete_message_policy_group', 'role:moderators', YES, NO],
  ['can_set_topics_policy_group', 'role:members', YES, YES],
  ['can_summarize_topics_group', 'role:everyone', YES, YES],
  ['direct_message_initiator_group', 'role:everyone', YES, YES],
  ['direct_message_permission_group', 'role:everyone', YES, YES],
  ['workplace_users_group', 'role:everyone', YES, YES],
]
const STREAM: readonly Row[] = [
  ['can_add_subscribers_group', 'role:nobody', YES, NO],
  ['can_administer_channel_group', 'channel_creator', YES, NO],
  ['can_create_topic_group', 'role:everyone', YES, YES],
  ['can_delete_any_message_group', 'role:nobody', YES, YES],
  ['can_delete_own_message_group', 'role:nobody', YES, YES],
  ['can_move_messages_out_of_channel_group', 'role:nobody', YES, YES],
  ['can_move_messages_within_channel_group', 'role:nobody', YES, YES],
  ['can_remove_subscribers_group', 'role:administrators', YES, YES],
  ['can_resolve_topics_group', 'role:nobody', YES, YES],
  ['can_send_message_group', 'role:everyone', YES, YES],
  ['can_subscribe_group', 'role:nobody', YES, NO],
]
const GROUP: readonly Row[] = [
  ['can_add_members_group', 'group_creator', YES, NO],
  ['can_join_group', 'role:nobody', YES, NO],
  ['can_leave_group', 'role:everyone', YES, YES],
  ['can_manage_group', 'group_creator', YES, NO],
  ['can_mention_group', 'role:everyone', YES, YES],
  ['can_remove_members_group', 'role:nobody', YES, NO],
]

const table = (rows: readonly Row[], forSystemGroups: string | null) =>
  Object.fromEntries(
    rows.map(([name, defaultName, nobody, everyone, ...allowed]) => [
      name,
      {
        require_system_group: allowed.length > 0,
        allow_internet_group: false,
        allow_nobody_group: nobody,
        allow_everyone_group: everyone,
        default_group_name: defaultName,
        default_for_system_groups: forSystemGroups,
        allowed_system_groups: allowed,
      },
    ]),
  )

test('register tells which values every permission allows', async () => {
  const { server_supported_permission_settings } = await server.owner.call(endpoints.registerQueue, {
    fetch_event_types: ['realm'],
  })
  expect(server_supported_permission_settings).toEqual({
    realm: table(REALM, null),
    stream: table(STREAM, null),
    group: table(GROUP, 'role:nobody'),
  })
})

test('permissions of system groups are for nobody, those of a new group have the defaults', async () => {
  const { create, list } = groupCalls({ client: server.owner })
  const id = await create('new')
  const groups = await list()
  const valuesOf = (group: (typeof groups)[number]) =>
    Object.fromEntries(GROUP.map(([name]) => [name, group[name as 'can_join_group']]))
  const nobody = server.realm.groups.system('role:nobody').id
  const system = groups.filter((group) => group.is_system_group)
  expect(system).toHaveLength(8)
  for (const group of system) expect(valuesOf(group)).toEqual(Object.fromEntries(GROUP.map(([name]) => [name, nobody])))
  const creator = { direct_members: [server.ownerId], direct_subgroups: [] }
  expect(valuesOf(groups.find((group) => group.id === id)!)).toEqual({
    can_add_members_group: creator,
    can_join_group: nobody,
    can_leave_group: server.realm.groups.system('role:everyone').id,
    can_manage_group: creator,
    can_mention_group: server.realm.groups.system('role:everyone').id,
    can_remove_members_group: nobody,
  })
})
