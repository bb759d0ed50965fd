import type { ArgsOf } from '../api/contract.ts'
import { endpoints } from '../api/endpoints/index.ts'
import type { Client } from '../client/client.ts'
import type { Person, TestServer } from './harness.ts'
import { watchEvents } from './queues/queue-requests.ts'

type Caller = Pick<Person, 'client'>
type Change<E> = Omit<ArgsOf<E>, 'user_group_id'>

/** What a test does with groups, in the name of one person unless it says otherwise. */
export const groupCalls = (usual: Caller) => ({
  create: async (name: string, more: Partial<ArgsOf<typeof endpoints.createUserGroup>> = {}, by: Caller = usual) =>
    (await by.client.call(endpoints.createUserGroup, { name, description: '', members: [], ...more })).group_id,
  update: (id: number, change: Change<typeof endpoints.updateUserGroup>, by: Caller = usual) =>
    by.client.call(endpoints.updateUserGroup, { user_group_id: id, ...change }),
  deactivate: (id: number, by: Caller = usual) => by.client.call(endpoints.deactivateUserGroup, { user_group_id: id }),
  members: (id: number, change: Change<typeof endpoints.updateUserGroupMembers>, by: Caller = usual) =>
    by.client.call(endpoints.updateUserGroupMembers, { user_group_id: id, ...change }),
  subgroups: (id: number, change: Change<typeof endpoints.updateUserGroupSubgroups>, by: Caller = usual) =>
    by.client.call(endpoints.updateUserGroupSubgroups, { user_group_id: id, ...change }),
  list: async (include_deactivated_groups: boolean | undefined = undefined, by: Caller = usual) =>
    (await by.client.call(endpoints.getUserGroups, { include_deactivated_groups })).user_groups,
  membersOf: async (id: number, direct_member_only: boolean | undefined = undefined, by: Caller = usual) =>
    (await by.client.call(endpoints.getUserGroupMembers, { user_group_id: id, direct_member_only })).members,
  subgroupsOf: async (id: number, direct_subgroup_only: boolean | undefined = undefined, by: Caller = usual) =>
    (await by.client.call(endpoints.getUserGroupSubgroups, { user_group_id: id, direct_subgroup_only })).subgroups,
  isMember: async (
    id: number,
    user_id: number,
    direct_member_only: boolean | undefined = undefined,
    by: Caller = usual,
  ) =>
    (await by.client.call(endpoints.getIsUserGroupMember, { user_group_id: id, user_id, direct_member_only }))
      .is_user_group_member,
})

/** A value of a permission: these people. */
export const people = (...persons: readonly Pick<Person, 'id'>[]) => ({
  direct_members: persons.map(({ id }) => id),
  direct_subgroups: [] as number[],
})

/** The user_group events of a queue of its own since now, by a client with or without deactivated groups. */
export const watchGroups = (client: Client, include_deactivated_groups: boolean) =>
  watchEvents(client, {
    event_types: ['user_group'],
    client_capabilities: { notification_settings_null: false, include_deactivated_groups },
  })

/** The texts of the notification bot to a person, the oldest first. */
export async function noticesTo(server: TestServer, person: Caller): Promise<string[]> {
  await server.runJobs()
  const narrow = [{ operator: 'sender', operand: server.realm.systemBot('notification').id, negated: false }]
  const { messages } = await person.client.call(endpoints.getMessages, {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow,
  })
  return messages.map(({ content }) => content)
}
