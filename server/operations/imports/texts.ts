import { sql } from 'kysely'
import { channelFragment, topicFragment } from '../../../markdown/narrow-link.ts'
import { messageLink, messageUrl } from '../../kernel/rendering/message-url.ts'
import { channelLink, topicLink } from '../../kernel/rendering/place-links.ts'
import { cleanText } from './clean.ts'
import { importFile } from './files.ts'
import type { ImportRun } from './importing.ts'
import type { SourceText, TextPart } from './source.ts'

/** A message that a text links to, where it will be. */
interface LinkTarget {
  readonly new_id: number
  readonly topic: string | null
  readonly channel_id: number | null
  readonly members: readonly number[] | null
}

/** The messages that these texts link to, by the ids of the source. */
export async function linkedMessages(
  to: ImportRun,
  texts: readonly SourceText[],
): Promise<ReadonlyMap<string, LinkTarget>> {
  const ids = new Set(
    texts.flat().flatMap((part) => (typeof part === 'object' && 'message' in part ? [part.message] : [])),
  )
  if (ids.size === 0) return new Map()
  const { rows } = await sql<LinkTarget & { source_id: string }>`
    select m.source_id, m.new_id, m.topic, coalesce(i.channel_id, ch.id) as channel_id, coalesce(i.members, c.members) as members
    from import_message m
      left join import_conversation i on i.conv_id = m.conv_id
      left join message e on e.realm_id = ${to.realm.id} and e.id = m.new_id
      left join conversation c on c.id = e.conv_id
      left join channel ch on ch.conv_id = e.conv_id
    where m.import_id = ${to.importId} and m.source_id = any(${[...ids]}::text[]) and m.new_id is not null`.execute(
    to.db,
  )
  return new Map(rows.map((row) => [row.source_id, row]))
}

/** The text in our dialect, with our names, ids and addresses. `uploaderId` owns files whose owner nobody knows. */
export async function writeText(
  to: ImportRun,
  text: SourceText,
  linked: ReadonlyMap<string, LinkTarget> = new Map(),
  uploaderId?: number,
): Promise<string> {
  const parts: string[] = []
  for (const part of text) parts.push(typeof part === 'string' ? part : await write(to, part, linked, uploaderId))
  return cleanText(parts.join(''))
}

async function write(
  to: ImportRun,
  part: Exclude<TextPart, string>,
  linked: ReadonlyMap<string, LinkTarget>,
  uploaderId: number | undefined,
): Promise<string> {
  if ('person' in part) return mention(to, part) ?? part.else ?? ''
  if ('group' in part) {
    const group = to.realm.groups.get(to.groups.get(part.group) ?? 0)
    return group ? `@${part.silent ? '_' : ''}*${group.name}*` : (part.else ?? '')
  }
  if ('file' in part) {
    const address = await importFile(to, part.file, uploaderId)
    if (address === null) return part.else ?? part.file.name
    return part.as === 'address' ? address : `[${part.file.name.replace(/[[\]\\\n]/g, '')}](${address})`
  }
  if ('message' in part) return linkToMessage(to, linked.get(part.message), part.as) ?? part.else ?? ''
  return linkToPlace(to, part) ?? part.else ?? ''
}

function mention(to: ImportRun, { person, silent }: Extract<TextPart, { person: string }>): string | undefined {
  const user = to.realm.account(to.people.get(person) ?? 0)
  return user && `@${silent ? '_' : ''}**${user.fullName}|${user.id}**`
}

function linkToPlace(
  { realm, channels, tools }: ImportRun,
  part: Extract<TextPart, { channel: string } | { topic: string }>,
): string | undefined {
  const channel = realm.channels.get(channels.get('channel' in part ? part.channel : part.channelId) ?? 0)
  if (!channel) return undefined
  const url = tools.addressOf(realm)
  if ('channel' in part) return part.as === 'address' ? `${url}/${channelFragment(channel)}` : channelLink(channel)
  return part.as === 'address'
    ? `${url}/${topicFragment(channel, part.topic, undefined)}`
    : topicLink(channel, part.topic)
}

function linkToMessage({ realm, tools }: ImportRun, found: LinkTarget | undefined, as = 'link'): string | undefined {
  if (!found) return undefined
  const channel = realm.channels.get(found.channel_id ?? 0)
  const members = (found.members ?? []).flatMap((id) => realm.account(id) ?? [])
  const message = {
    id: found.new_id,
    topic: found.topic ?? '',
    viewerId: 0,
    ...(channel ? { channel } : { members }),
  }
  const url = tools.addressOf(realm)
  return as === 'address' ? messageUrl(url, message) : messageLink(url, message)
}
