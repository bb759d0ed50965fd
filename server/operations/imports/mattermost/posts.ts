import { numberAt, objectAt, objectsAt, textAt, textsAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { attachmentParts } from '../chats/attachments.ts'
import { ourEmoji } from '../chats/emoji.ts'
import { storable } from '../chats/names.ts'
import { inLines } from '../chats/parts.ts'
import type { ImportReport } from '../report.ts'
import type { SourceFile, SourceReactionRow, SourceText } from '../source.ts'
import { channelId, userId } from './people.ts'
import { type MattermostNames, mattermostParts } from './text.ts'

/** Why a post does not become a message here. Undefined if it does. */
export const leftOutAs = (post: Json): string | undefined =>
  textAt(post, 'type').startsWith('system_') ? "notices of Mattermost's own, such as joins and leaves" : undefined

/** Milliseconds. Undefined if the post has no time. */
export const timeOf = (post: Json): number | undefined => {
  const at = numberAt(post, 'create_at')
  return at !== undefined && at > 0 ? at : undefined
}

/** Where a post is. Null if it does not say. */
export function placeOf(type: string, post: Json): { channelId: string } | { people: readonly string[] } | null {
  if (type === 'post') {
    const [team, channel] = [textAt(post, 'team'), textAt(post, 'channel')]
    return team === '' || channel === '' ? null : { channelId: channelId(team, channel) }
  }
  const members = textsAt(post, 'channel_members').map((name) => name.trim().toLowerCase())
  return members.length === 0 ? null : { people: [...new Set(members)].sort() }
}

/** Names a place, the same in every export. */
export const placeKey = (place: NonNullable<ReturnType<typeof placeOf>>): string =>
  'channelId' in place ? place.channelId : `direct:${place.people.join(',')}`

/** Posts have no ids in an export. Who wrote it and when is nearly one; a counter is behind it if it is not. */
export const nearlyId = (place: string, post: Json): string => `${place}/${timeOf(post)}/${userId(post, 'user')}`

export interface PostContext {
  readonly where: string
  readonly names: MattermostNames
  readonly senderId: string
  /** A file of the export. */
  readonly fileAt: (path: string, where: string) => SourceFile
}

/** The text of a post with what applications and people attached to it. Empty if there is nothing to show. */
export function contentOf(post: Json, { where, names, senderId, fileAt }: PostContext): SourceText {
  const read = (text: string) => mattermostParts(text, names)
  const message = textAt(post, 'message')
  const text = textAt(post, 'type') === 'me' ? `/me ${message.replace(/^\*([\s\S]*)\*$/, '$1')}` : message
  const files = objectsAt(post, 'attachments').map(({ path }) => (typeof path === 'string' ? storable(path) : ''))
  return inLines([
    read(text),
    ...objectsAt(objectAt(post, 'props'), 'attachments').map((one) => attachmentParts(one, read)),
    ...files
      .filter((path) => path !== '')
      .map((path): SourceText => {
        const file = fileAt(path, where)
        return [{ file: { ...file, ownerId: senderId }, else: file.name }]
      }),
  ])
}

/** The reactions to a post. A later export can have more of them, so they are a list of their own. */
export function* reactionsOf(
  post: Json,
  {
    id,
    where,
    customEmoji,
    report,
  }: { id: string; where: string; customEmoji: ReadonlySet<string>; report: ImportReport },
): Generator<SourceReactionRow> {
  const seen = new Set<string>()
  for (const reaction of objectsAt(post, 'reactions')) {
    const [personId, given] = [userId(reaction, 'user'), textAt(reaction, 'emoji_name')]
    const place = `${where}, reaction ${given} of ${personId}`
    const name = customEmoji.has(given) ? given : ourEmoji(given)
    const emoji = customEmoji.has(given) ? { customId: given } : { name: name ?? '' }
    if (name === undefined) report.leftOut('reactions with emoji that are not in the export', place)
    // The same emoji in two colors is one.
    else if (!seen.has(`${name} ${personId}`)) yield { messageId: id, where: place, personId, emoji }
    seen.add(`${name} ${personId}`)
  }
}
