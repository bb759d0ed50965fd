import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import type { Event } from '../../../api/events/index.ts'
import { type Exceptions, explains } from '../../../test/events-explain-state.ts'
import type { Person } from '../../../test/harness.ts'
import { bot } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'
import { ROLE, type Role } from '../../kernel/realm-state/user.ts'

const { deactivateBot, subscribe, updateBot, updateUser } = endpoints

const OWN_RIGHTS = 'clients work out what they may do from their groups'
const ADDRESSES = { 'realm_users.*.delivery_email': 'whose addresses a new role shows is seen at the next register' }
const RIGHTS: Exceptions = {
  can_create_streams: OWN_RIGHTS,
  can_create_public_streams: OWN_RIGHTS,
  can_create_private_streams: OWN_RIGHTS,
  can_invite_others_to_realm: OWN_RIGHTS,
}

describe('the role of a bot', () => {
  const { server, ann, bob, ada } = useServer({ members: ['ann', 'bob'], administrators: ['ada'] })
  let secretId: number

  beforeAll(async () => {
    await ann.client.call(subscribe, { subscriptions: [{ name: 'secret' }], invite_only: true })
    secretId = server.channelId('secret')
  })

  const managed = (events: readonly Event[] | undefined) =>
    events!.flatMap((event) => (event.type === 'realm_bot' ? [`${event.op} ${event.bot.user_id}`] : []))
  const channels = (events: readonly Event[] | undefined) =>
    events!.flatMap((event) => {
      if (event.type !== 'stream' || event.op === 'update') return []
      return event.op === 'create' ? event.streams.map(({ name }) => `create ${name}`) : [`delete ${event.stream_ids}`]
    })

  test.each([
    ['user', (id: number, role: Role) => server.owner.call(updateUser, { user_id: id, role })],
    ['bot', (id: number, role: Role) => server.owner.call(updateBot, { bot_id: id, role })],
  ])('is changed as that of a %s: its managers and the bot itself learn what follows', async (kind, give) => {
    const robin = await bot(server, `Robin the ${kind}`, ann)
    const watchers = { Olivia: server.owner, Ada: ada.client, Ann: ann.client, Bob: bob.client, Robin: robin.client }
    const change = async (role: Role, exceptions?: Exceptions) => {
      const told = await explains(watchers, () => give(robin.id, role), exceptions)
      const ofManagers = Object.fromEntries(
        Object.entries(told)
          .map(([name, events]) => [name, managed(events)] as const)
          .filter(([, events]) => events.length > 0),
      )
      return { ofManagers, ofRobin: channels(told['Robin']) }
    }
    const [add, gone] = [[`add ${robin.id}`], [`delete ${robin.id}`]]
    expect(await change(ROLE.moderator)).toEqual({ ofManagers: { Ann: gone }, ofRobin: [] })
    expect(await change(ROLE.owner, ADDRESSES)).toEqual({ ofManagers: { Ada: gone }, ofRobin: ['create secret'] })
    const back = { ofManagers: { Ada: add, Ann: add }, ofRobin: [`delete ${secretId}`] }
    expect(await change(ROLE.member, ADDRESSES)).toEqual(back)
    const { ofManagers, ofRobin } = await change(ROLE.guest, RIGHTS)
    expect([ofManagers, ofRobin.length]).toEqual([{}, 1])
  })

  test('is changed with the owner: who neither could manage it nor can now learns nothing of it', async () => {
    const rosie = await bot(server, 'Rosie', ann)
    const watchers = { Ada: ada.client, Ann: ann.client, Bob: bob.client }
    const change = async (owner: Person, role: Role) => {
      const told = await explains(watchers, () =>
        server.owner.call(updateBot, { bot_id: rosie.id, bot_owner_id: owner.id, role }),
      )
      return Object.values(told).map(managed)
    }
    expect(await change(bob, ROLE.moderator)).toEqual([[], [`delete ${rosie.id}`], []])
    expect(await change(ann, ROLE.member)).toEqual([[], [`add ${rosie.id}`], []])
  })

  test('is changed while the bot is deactivated: its managers learn what follows', async () => {
    const ruby = await bot(server, 'Ruby', ann)
    await ann.client.call(deactivateBot, { bot_id: ruby.id })
    const give = (role: Role) =>
      explains({ Ann: ann.client }, () => server.owner.call(updateUser, { user_id: ruby.id, role }))
    expect(managed((await give(ROLE.moderator))['Ann'])).toEqual([`delete ${ruby.id}`])
    expect(managed((await give(ROLE.member))['Ann'])).toEqual([`add ${ruby.id}`])
  })
})
