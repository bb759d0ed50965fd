import { numberAt, objectAt, objectsAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { oneLine } from '../chats/names.ts'
import type { SourceFile, SourcePerson, SourceRole } from '../source.ts'

const OWNER = 100
const MEMBER = 400
const GUEST = 600
const INCOMING_WEBHOOK = 2

/** The id of a person is the user name, which is in lower case in an export. */
export const userId = (record: Json, name: string): string => textAt(record, name).trim().toLowerCase()

export const shownName = (user: Json): string => {
  const full = oneLine(`${textAt(user, 'first_name')} ${textAt(user, 'last_name')}`)
  return full || oneLine(textAt(user, 'nickname')) || oneLine(textAt(user, 'username'))
}

function roleOf(user: Json): SourceRole {
  const roles = textAt(user, 'roles').split(/[\s,]+/)
  if (roles.includes('system_admin')) return OWNER
  return roles.includes('system_guest') ? GUEST : MEMBER
}

/** Names of people of a bulk export are not addresses. */
export const madeUpAddress = (id: string): string => `${id.replace(/[^a-z0-9._-]+/g, '-')}@mattermost.invalid`

export function mattermostPerson(user: Json, where: string, isBot: boolean, avatar: SourceFile | null): SourcePerson {
  const id = userId(user, 'username')
  const email = oneLine(textAt(user, 'email'))
  return {
    id,
    where,
    email: isBot || email === '' ? madeUpAddress(id) : email,
    fullName: shownName(user),
    role: isBot ? MEMBER : roleOf(user),
    isActive: (numberAt(user, 'delete_at') ?? 0) === 0,
    isBot,
    ...(avatar ? { avatar } : {}),
  }
}

export function mattermostBot(bot: Json, where: string): SourcePerson {
  const id = userId(bot, 'username')
  const owner = userId(bot, 'owner')
  return {
    id,
    where,
    email: madeUpAddress(id),
    fullName: oneLine(textAt(bot, 'display_name')) || id,
    role: MEMBER,
    isActive: (numberAt(bot, 'delete_at') ?? 0) === 0,
    isBot: true,
    ...(owner === '' ? {} : { ownerId: owner }),
  }
}

/** Somebody who wrote but is in no list: an account that is gone, or a webhook with a name of its own. */
export interface UnlistedAuthor {
  readonly id: string
  readonly name: string
  readonly where: string
  /** The person who made the webhook. */
  readonly webhookOf?: string
}

/** Who wrote a post. Webhooks post in the name of the person who made them, and most have a name of their own. */
export function authorOf(post: Json): Omit<UnlistedAuthor, 'where'> | null {
  const user = userId(post, 'user')
  const props = objectAt(post, 'props')
  const shown = oneLine(textAt(props, 'override_username'))
  if (props['from_webhook'] === 'true' && shown !== '')
    return { id: `webhook:${shown.toLowerCase()}`, name: shown, ...(user === '' ? {} : { webhookOf: user }) }
  return user === '' ? null : { id: user, name: user }
}

export const unlistedPerson = ({ id, name, where, webhookOf }: UnlistedAuthor): SourcePerson => ({
  id,
  where,
  email: madeUpAddress(id),
  fullName: name,
  role: MEMBER,
  ...(id.startsWith('webhook:')
    ? { isActive: true, isBot: true, botType: INCOMING_WEBHOOK }
    : { isActive: false, isBot: false }),
  ...(webhookOf === undefined ? {} : { ownerId: webhookOf }),
})

/** A membership of a channel, as far as we have the same. */
export interface Membership {
  readonly personId: string
  readonly channelId: string
  readonly where: string
  readonly isMuted: boolean
  readonly isPinned: boolean
  /** Milliseconds. Undefined if the export does not say. */
  readonly viewedAt: number | undefined
}

export const channelId = (team: string, channel: string): string => `${team.toLowerCase()}:${channel.toLowerCase()}`

export function* membershipsOf(user: Json, where: string): Generator<Membership> {
  for (const team of objectsAt(user, 'teams'))
    for (const channel of objectsAt(team, 'channels'))
      yield {
        personId: userId(user, 'username'),
        channelId: channelId(textAt(team, 'name'), textAt(channel, 'name')),
        where,
        isMuted: textAt(objectAt(channel, 'notify_props'), 'mark_unread') === 'mention',
        isPinned: channel['favorite'] === true,
        viewedAt: numberAt(channel, 'last_viewed_at'),
      }
}
