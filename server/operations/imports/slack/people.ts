import { isTrue, objectAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { oneLine } from '../chats/names.ts'
import type { SourceFile, SourcePerson, SourceRole } from '../source.ts'
import type { FetchFile } from './fetch-file.ts'

const OWNER = 100
const ADMINISTRATOR = 200
const MEMBER = 400
const GUEST = 600

/** Slack's own bot is a user without the mark of bots. */
const SLACKBOT = 'USLACKBOT'

export const nameOfUser = (user: Json): string => {
  const profile = objectAt(user, 'profile')
  const names = [
    textAt(profile, 'real_name'),
    textAt(user, 'real_name'),
    textAt(profile, 'display_name'),
    textAt(user, 'name'),
  ]
  return names.map(oneLine).find((name) => name !== '') ?? textAt(user, 'id')
}

function roleOf(user: Json): SourceRole {
  if (isTrue(user, 'is_restricted') || isTrue(user, 'is_ultra_restricted')) return GUEST
  if (isTrue(user, 'is_primary_owner') || isTrue(user, 'is_owner')) return OWNER
  return isTrue(user, 'is_admin') ? ADMINISTRATOR : MEMBER
}

/** Exports leave addresses out unless the workspace allows them. */
export const addressOf = (id: string): string => `${id}@slack.invalid`

export const isBotUser = (user: Json): boolean => isTrue(user, 'is_bot') || textAt(user, 'id') === SLACKBOT

export function slackPerson(user: Json, where: string, fetchFile: FetchFile | null): SourcePerson {
  const id = textAt(user, 'id')
  const profile = objectAt(user, 'profile')
  const isBot = isBotUser(user)
  const email = oneLine(textAt(profile, 'email'))
  const timezone = textAt(user, 'tz')
  const avatar = fetchFile && avatarOf(id, where, profile, fetchFile)
  return {
    id,
    where,
    email: isBot || email === '' ? addressOf(id) : email,
    fullName: nameOfUser(user),
    role: isBot ? MEMBER : roleOf(user),
    isActive: !isTrue(user, 'deleted'),
    isBot,
    ...(timezone === '' ? {} : { timezone }),
    ...(avatar ? { avatar } : {}),
  }
}

/** Returns it only for a picture that the person chose. */
function avatarOf(id: string, where: string, profile: Json, fetchFile: FetchFile): SourceFile | null {
  const address = textAt(profile, 'image_original')
  if (address === '') return null
  return {
    id: `${id}/${textAt(profile, 'avatar_hash')}`,
    where: `${where}, picture`,
    name: 'avatar',
    type: null,
    size: null,
    open: () => fetchFile({ address, where: `${where}, picture`, type: '', size: undefined }),
  }
}

/** Somebody who wrote but is not in the list of people: a guest of another workspace, or an application. */
export interface UnlistedAuthor {
  readonly id: string
  readonly name: string
  readonly isBot: boolean
  readonly where: string
}

/** Who wrote a message. Null if the message does not say. */
export function authorOf(message: Json, botUsers: ReadonlyMap<string, string>): Omit<UnlistedAuthor, 'where'> | null {
  const [user, bot, username] = [
    textAt(message, 'user'),
    textAt(message, 'bot_id'),
    oneLine(textAt(message, 'username')),
  ]
  const profile = objectAt(message, 'user_profile')
  if (user !== '') {
    const name = oneLine(textAt(profile, 'real_name') || textAt(profile, 'display_name')) || username
    return { id: user, name: name || `Slack user ${user}`, isBot: bot !== '' }
  }
  const ofBot = botUsers.get(bot)
  if (ofBot !== undefined) return { id: ofBot, name: username, isBot: true }
  const botName = oneLine(textAt(objectAt(message, 'bot_profile'), 'name')) || username
  if (bot !== '') return { id: bot, name: botName || `Slack bot ${bot}`, isBot: true }
  return username === '' ? null : { id: `bot:${username}`, name: username, isBot: true }
}

export const unlistedPerson = ({ id, name, isBot, where }: UnlistedAuthor): SourcePerson => ({
  id,
  where,
  email: addressOf(id.replace(/[^A-Za-z0-9]+/g, '-')),
  fullName: name,
  role: MEMBER,
  isActive: isBot,
  isBot,
})

/** The workspace of the people, which names the organization in every export of it. */
export function workspaceOf(users: readonly Json[]): string | undefined {
  const owner = users.find((user) => isTrue(user, 'is_primary_owner') && textAt(user, 'team_id') !== '')
  const first = owner ?? users.find((user) => textAt(user, 'team_id') !== '' && !isTrue(user, 'is_stranger'))
  return first && textAt(first, 'team_id')
}
