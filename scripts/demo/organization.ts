import { fetchApiKey } from '../../api/endpoints/authentication.ts'
import { uploadAvatar } from '../../api/endpoints/avatars.ts'
import { createBot } from '../../api/endpoints/bots.ts'
import { addCodePlayground } from '../../api/endpoints/playgrounds.ts'
import { createUserGroup } from '../../api/endpoints/user-groups.ts'
import { updateStatus } from '../../api/endpoints/user-status.ts'
import { createUser, getUser } from '../../api/endpoints/users.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { Pictures } from './draw-pictures.ts'
import { BOT_KEYS, BOTS, emailOf, PASSWORD, PEOPLE, PERSON_KEYS, type PersonKey, type SenderKey } from './people.ts'

export interface Member {
  readonly id: number
  readonly client: Client
}

export type Members = ReadonlyMap<SenderKey, Member>

/** Signs in as somebody who exists. */
export async function signIn(url: string, key: PersonKey): Promise<Member> {
  const anybody = createClient({ url })
  const found = await anybody.call(fetchApiKey, { username: emailOf(key), password: PASSWORD })
  // Messages of this client are sent by people and not by programs.
  return {
    id: found.user_id,
    client: createClient({ url, email: found.email, apiKey: found.api_key, userAgent: 'website' }),
  }
}

/** Creates everybody but Mara, who owns the organization, and gives them pictures. */
export async function createMembers(url: string, pictures: Pictures): Promise<Members> {
  const mara = await signIn(url, 'mara')
  const members = new Map<SenderKey, Member>()
  for (const key of PERSON_KEYS) {
    const { name, status } = PEOPLE[key]
    if (key !== 'mara') await mara.client.call(createUser, { email: emailOf(key), password: PASSWORD, full_name: name })
    const member = key === 'mara' ? mara : await signIn(url, key)
    members.set(key, member)
    await member.client.call(uploadAvatar, { file: pictures.get(key)! })
    if (status) await member.client.call(updateStatus, { status_text: status[0], emoji_name: status[1] })
  }
  for (const key of BOT_KEYS) members.set(key, await createDemoBot(url, mara.client, key, pictures))
  const platform = (['mara', 'tomasz', 'chidera', 'priya', 'doyun', 'lars-erik'] as const).map(
    (key) => members.get(key)!.id,
  )
  await mara.client.call(createUserGroup, { name: 'platform', description: 'Who runs the servers', members: platform })
  await mara.client.call(addCodePlayground, {
    name: 'Python playground',
    pygments_language: 'Python',
    url_template: 'https://play.example.org/python{?code}',
  })
  return members
}

async function createDemoBot(url: string, owner: Client, key: keyof typeof BOTS, pictures: Pictures): Promise<Member> {
  const { name, short } = BOTS[key]
  const made = await owner.call(createBot, { full_name: name, short_name: short, file: pictures.get(key)! })
  const { user } = await owner.call(getUser, { user_id: made.user_id })
  return { id: made.user_id, client: createClient({ url, email: user.email, apiKey: made.api_key, userAgent: 'demo' }) }
}
