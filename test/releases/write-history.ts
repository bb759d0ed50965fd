import { endpoints } from '../../api/endpoints/index.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { KeptPerson, KeptQueue } from './kept-release.ts'
import { seenEvent } from './seen-state.ts'

const {
  addAlertWords,
  addApnsToken,
  addCodePlayground,
  addFcmToken,
  addLinkifier,
  addNavigationView,
  addReaction,
  addRealmDomain,
  createCustomProfileField,
  createDrafts,
  createMessageReminder,
  createSavedSnippet,
  createScheduledMessage,
  createUser,
  createUserGroup,
  deactivateCustomEmoji,
  deactivateUserGroup,
  fetchApiKey,
  getEvents,
  markOnboardingStep,
  registerClientDevice,
  registerQueue,
  sendMessage,
  subscribe,
  updateMessage,
  updateMessageFlags,
  updateProfileData,
  updateRealm,
  updateRealmUserSettingsDefaults,
  updateUserGroup,
  updateUserGroupMembers,
  uploadCustomEmoji,
  uploadFile,
} = endpoints

export type SignedIn = Omit<KeptPerson, 'sees'> & { readonly client: Client }

/** Signs in with email and password. */
export async function signIn(
  { host, port }: { readonly host: string; readonly port: number },
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  const url = `http://${host}:${port}`
  const visitor = createClient({ url })
  const { api_key: apiKey, user_id: id } = await visitor.call(fetchApiKey, { username: email, password })
  const client = createClient({ url, email, apiKey, userAgent: 'website' })
  return { host, id, email, password, apiKey, client }
}

const NEWCOMERS = [
  { full_name: 'Ann Archer', email: 'ann@example.org', password: 'seven copper kettles whistle' },
  { full_name: 'Bob Baker', email: 'bob@example.org', password: 'quiet rivers bend northward' },
  { full_name: 'Zoë Ångström', email: 'zoe@example.org', password: 'paper lanterns over harbour' },
]

/** Uses every operation that stores something. New operations are added here. */
export async function writeHistory(owner: SignedIn, port: number): Promise<{ people: SignedIn[]; queue: KeptQueue }> {
  const people = [owner]
  for (const person of NEWCOMERS) {
    await owner.client.call(createUser, person)
    people.push(await signIn({ host: owner.host, port }, person))
  }
  const [, ann, bob, zoe] = people as [SignedIn, SignedIn, SignedIn, SignedIn]
  await setUpOrganization(owner)
  await makeChannels(owner, people)
  await changeSettings(owner, ann)
  await addEmoji(owner, ann)
  await fillProfiles(owner, ann)
  await writeMessages(owner, ann, bob, zoe)
  await shareFiles(ann, bob)
  await keepForLater(ann, bob)
  await makeGroups(ann, bob, zoe)
  const queue = await leaveQueueOpen(ann, bob)
  return { people, queue }
}

async function setUpOrganization({ client }: SignedIn): Promise<void> {
  const url_template = 'https://issues.example.org/{id}'
  await client.call(addLinkifier, { pattern: '#(?P<id>[0-9]+)', url_template, example_input: '#1' })
  await client.call(addAlertWords, { alert_words: ['lunch', 'Æther'] })
  await client.call(addRealmDomain, { domain: 'example.org', allow_subdomains: true })
  const playground = { name: 'Python runner', pygments_language: 'Python' }
  await client.call(addCodePlayground, { ...playground, url_template: 'https://python.example.org/{?code}' })
}

async function makeChannels(owner: SignedIn, people: readonly SignedIn[]): Promise<void> {
  const principals = people.map(({ id }) => id)
  const open = [{ name: 'design', description: 'Of **everything** we draw' }, { name: 'Æther' }]
  await owner.client.call(subscribe, { subscriptions: open, principals })
  await owner.client.call(subscribe, {
    subscriptions: [{ name: 'board' }],
    principals: principals.slice(0, 2),
    invite_only: true,
  })
  const shared = { invite_only: true, history_public_to_subscribers: true }
  await owner.client.call(subscribe, {
    subscriptions: [{ name: 'staff' }],
    principals: principals.slice(0, 3),
    ...shared,
  })
}

async function makeGroups(ann: SignedIn, bob: SignedIn, zoe: SignedIn): Promise<void> {
  const make = async (name: string, subgroups: number[]) =>
    (await ann.client.call(createUserGroup, { name, description: name, members: [bob.id], subgroups })).group_id
  const inner = await make('painters', [])
  const outer = await make('artists', [inner])
  await ann.client.call(updateUserGroupMembers, { user_group_id: outer, add: [zoe.id], delete: [bob.id] })
  const can_join_group = { new: { direct_members: [zoe.id], direct_subgroups: [inner] } }
  await ann.client.call(updateUserGroup, { user_group_id: outer, can_join_group })
  await ann.client.call(deactivateUserGroup, { user_group_id: await make('sculptors', []) })
}

async function changeSettings(owner: SignedIn, ann: SignedIn): Promise<void> {
  await owner.client.call(updateRealm, { description: 'Where we *draw*', message_content_edit_limit_seconds: 3600 })
  await owner.client.call(updateRealmUserSettingsDefaults, { twenty_four_hour_time: true })
  await ann.client.call(markOnboardingStep, { onboarding_step: 'intro_inbox_view_modal' })
}

/** A picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

async function addEmoji(owner: SignedIn, ann: SignedIn): Promise<void> {
  const filename = { filename: 'pixel.gif', type: 'image/gif', bytes: PIXEL }
  await ann.client.call(uploadCustomEmoji, { emoji_name: 'red_pixel', filename })
  await ann.client.call(uploadCustomEmoji, { emoji_name: 'old_pixel', filename })
  await owner.client.call(deactivateCustomEmoji, { emoji_name: 'old_pixel' })
}

/** A file that a message links to, and one that a message does not link to any more. */
async function shareFiles({ client }: SignedIn, bob: SignedIn): Promise<void> {
  for (const name of ['plan.txt', 'old-plan.txt']) {
    const filename = { filename: name, type: 'text/plain', bytes: Buffer.from(`This is ${name}.`) }
    const { url } = await client.call(uploadFile, { filename })
    const to = JSON.stringify([bob.id])
    const { id } = await client.call(sendMessage, { type: 'direct', to, content: `[${name}](${url})` })
    if (name.startsWith('old')) await client.call(updateMessage, { message_id: id, content: 'Forget the old plan' })
  }
}

const LATER = 4_102_444_800

async function keepForLater({ client }: SignedIn, bob: SignedIn): Promise<void> {
  const time = { scheduled_delivery_timestamp: LATER }
  await client.call(createScheduledMessage, { type: 'direct', to: [bob.id], content: 'Happy new century', ...time })
  const { id } = await client.call(sendMessage, { type: 'direct', to: JSON.stringify([bob.id]), content: 'Later' })
  await client.call(createMessageReminder, { message_id: id, ...time })
  await client.call(createDrafts, { drafts: [{ type: 'private', to: [bob.id], topic: '', content: 'Dear Bob' }] })
  await client.call(createSavedSnippet, { title: 'Greeting', content: 'Hello' })
  await client.call(addNavigationView, { fragment: 'narrow/is/starred', is_pinned: true })
  await client.call(registerClientDevice, {})
  await client.call(addApnsToken, { token: 'c0ffee', appid: 'org.example.chat' })
  await client.call(addFcmToken, { token: 'fcm:token' })
}

async function fillProfiles(owner: SignedIn, ann: SignedIn): Promise<void> {
  const choices = { a: { text: 'Archery', order: '1' }, b: { text: 'Baking', order: '2' } }
  const hobby = { name: 'Hobby', field_type: 3, field_data: choices }
  const { id: role } = await owner.client.call(createCustomProfileField, { name: 'Role', field_type: 1 })
  const { id: choice } = await owner.client.call(createCustomProfileField, hobby)
  const data = [
    { id: role, value: 'Keeps the *bows*' },
    { id: choice, value: 'a' },
  ]
  await ann.client.call(updateProfileData, { data })
}

const CODE = '```python\nprint("Hello")\n```'

async function writeMessages(owner: SignedIn, ann: SignedIn, bob: SignedIn, zoe: SignedIn): Promise<void> {
  const say = async ({ client }: SignedIn, to: string, topic: string, content: string) =>
    (await client.call(sendMessage, { type: 'channel', to: JSON.stringify(to), topic, content })).id
  const tell = async ({ client }: SignedIn, others: readonly SignedIn[], content: string) =>
    (await client.call(sendMessage, { type: 'direct', to: JSON.stringify(others.map(({ id }) => id)), content })).id
  const hello = await say(owner, 'general', 'hello', 'Welcome, @**Ann Archer** and @**all**! See #**design>colours**.')
  await say(ann, 'general', 'Hello', '/me waves :wave:')
  const code = await say(
    bob,
    'design',
    'colours',
    `Look:\n\n${CODE}\n\n| a | b |\n|---|---|\n| $$x^2$$ | ||spoiler|| |`,
  )
  const link = await say(zoe, 'design', '', 'https://example.org/a?b=c and `code` and ~~nothing~~')
  for (let n = 1; n <= 20; n += 1)
    await say(n % 2 ? ann : bob, 'Æther', `topic ${n % 3}`, `Message ${n}, ünïcödé ${'é'.repeat(n)} 你好`)
  await say(ann, 'board', 'secret', 'Only for the board')
  await say(bob, 'staff', 'lunch', 'Soup @_**Ann Archer**')
  const direct = await tell(ann, [bob], 'Just for you')
  await tell(bob, [ann], 'Thanks')
  await tell(zoe, [ann, bob], 'The three of us')
  await tell(ann, [ann], 'A note to myself')
  const flag = ({ client }: SignedIn, messages: number[], flag: string, op = 'add') =>
    client.call(updateMessageFlags, { messages, flag, op })
  await flag(ann, [hello, code], 'starred')
  await flag(ann, [hello, code, link], 'read')
  await flag(bob, [code, direct], 'collapsed')
  await flag(bob, [hello, direct], 'read')
  await flag(bob, [hello], 'read', 'remove')
  const react = ({ client }: SignedIn, message_id: number, emoji_name: string) =>
    client.call(addReaction, { message_id, emoji_name })
  await react(bob, hello, 'tada')
  await react(ann, hello, 'tada')
  await react(ann, direct, 'heart')
  await react(zoe, code, 'red_pixel')
}

const EVENT_TYPES = ['message', 'reaction', 'update_message_flags', 'subscription', 'stream', 'realm_user']

/** Bob receives all of these events but acknowledges only the first two. */
async function leaveQueueOpen(ann: SignedIn, bob: SignedIn): Promise<KeptQueue> {
  const options = { event_types: EVENT_TYPES, fetch_event_types: [], idle_queue_timeout: 604_800 }
  const { queue_id } = await bob.client.call(registerQueue, options)
  const id = queue_id!
  const say = (content: string) =>
    ann.client.call(sendMessage, { type: 'channel', to: 'general', topic: 'news', content })
  for (const content of ['One', 'Two', 'Three, for @**Bob Baker**', 'Four']) await say(content)
  const { id: fifth } = await say('Five')
  await ann.client.call(addReaction, { message_id: fifth, emoji_name: 'octopus' })
  await bob.client.call(updateMessageFlags, { messages: [fifth], flag: 'starred', op: 'add' })
  await ann.client.call(subscribe, { subscriptions: [{ name: 'afterwards' }] })
  const { events } = await bob.client.call(getEvents, { queue_id: id, dont_block: true })
  const acknowledged = events[1]!.id
  await bob.client.call(getEvents, { queue_id: id, last_event_id: acknowledged, dont_block: true })
  return { email: bob.email, id, acknowledged, events: events.slice(2).map(seenEvent) }
}
