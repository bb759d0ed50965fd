import { numberAt, objectsAt, textAt, textsAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { SeenFilter } from '../chats/maybe-seen.ts'
import { firstWords } from '../chats/names.ts'
import { ThreadNames } from '../chats/thread-names.ts'
import type { ImportReport } from '../report.ts'
import type { MattermostExport, Row } from './export.ts'
import { authorOf, type Membership, membershipsOf, shownName, type UnlistedAuthor, userId } from './people.ts'
import { type Channel, channelOf, type Team, teamOf } from './places.ts'
import { leftOutAs, nearlyId, placeKey, placeOf, timeOf } from './posts.ts'
import { withStars } from './text.ts'

/** The topic of all messages that are in no thread. */
export const REST = 'Imported from Mattermost'

/** A person who has not read everything of a channel or a direct conversation. */
interface Viewer {
  readonly personId: string
  /** Milliseconds. */
  readonly at: number
}

/**
 * What the first reading of an export finds: everything but the posts, and of these what later readings need to know in
 * advance.
 */
export class MattermostLists {
  readonly teams = new Map<string, Team>()
  readonly channels = new Map<string, Channel>()
  readonly users = new Map<string, { readonly record: Json; readonly where: string }>()
  readonly bots = new Map<string, { readonly record: Json; readonly where: string }>()
  readonly emoji = new Map<string, { readonly image: string; readonly where: string }>()
  readonly memberships: Membership[] = []
  /** Members of teams, by the teams. */
  readonly teamMembers = new Map<string, Set<string>>()
  readonly unlisted = new Map<string, UnlistedAuthor>()
  readonly names = new Map<string, string>()
  /** User names of accounts that wrote as bots. */
  readonly wroteAsBot = new Set<string>()
  readonly threads = new ThreadNames([REST])
  /** What several posts could have as their nearly unique id. */
  readonly ambiguous = new Set<string>()
  readonly viewers = new Map<string, Viewer[]>()
  readonly #seen = new SeenFilter()
  readonly #report: ImportReport

  constructor(report: ImportReport) {
    this.#report = report
  }

  async read(source: MattermostExport): Promise<void> {
    for await (const row of source.rows(this.#report)) this.#take(row)
    for (const { personId, channelId, viewedAt } of this.memberships) this.#view(channelId, personId, viewedAt)
  }

  #take({ type, record, where }: Row): void {
    if (type === 'team') this.#put(this.teams, teamOf(record, where).id, teamOf(record, where), where)
    else if (type === 'channel') this.#put(this.channels, channelOf(record, where).id, channelOf(record, where), where)
    else if (type === 'user') this.#takeUser(record, where)
    else if (type === 'bot') {
      const id = userId(record, 'username')
      if (this.#put(this.bots, id, { record, where }, where)) this.names.set(id, textAt(record, 'display_name') || id)
    } else if (type === 'emoji')
      this.#put(this.emoji, textAt(record, 'name'), { image: textAt(record, 'image'), where }, where)
    else if (type === 'direct_channel') this.#takeDirect(record)
    else if (type === 'post' || type === 'direct_post') this.#takePost(type, record, where)
    else this.#report.leftOut(`records of the kind ${JSON.stringify(type.slice(0, 40))}`, where)
  }

  #put<T>(map: Map<string, T>, id: string, value: T, where: string): boolean {
    const problem =
      id === '' || id.startsWith(':') || id.endsWith(':') ? 'it has no name' : map.has(id) ? 'it is there twice' : null
    if (problem === null) map.set(id, value)
    else this.#report.skip(where, problem)
    return problem === null
  }

  #takeUser(record: Json, where: string): void {
    const id = userId(record, 'username')
    const { teams: _, ...rest } = record
    if (!this.#put(this.users, id, { record: rest, where }, where)) return
    this.names.set(id, shownName(record))
    for (const membership of membershipsOf(record, where)) this.memberships.push(membership)
    for (const team of objectsAt(record, 'teams')) {
      const name = textAt(team, 'name').toLowerCase()
      this.teamMembers.set(name, (this.teamMembers.get(name) ?? new Set()).add(id))
    }
  }

  /** Later releases write who has read a direct conversation up to when. */
  #takeDirect(record: Json): void {
    const participants = objectsAt(record, 'participants')
    const members = textsAt(record, 'members')
    const place = placeOf('direct_post', {
      channel_members: members.length > 0 ? members : participants.map((one) => textAt(one, 'username')),
    })
    if (!place) return
    for (const one of participants)
      this.#view(placeKey(place), userId(one, 'username'), numberAt(one, 'last_viewed_at'))
  }

  #takePost(type: string, post: Json, where: string): void {
    const place = placeOf(type, post)
    if (!place) return
    const key = placeKey(place)
    const replies = objectsAt(post, 'replies')
    for (const message of [post, ...replies]) {
      this.#takeAuthor(message, where)
      const id = nearlyId(key, message)
      if (this.#seen.add(id)) this.ambiguous.add(id)
    }
    if ('channelId' in place && replies.length > 0) {
      const since = firstReply(replies)
      this.threads.add(key, threadWords(post), { key: threadKey(key, post), since })
    }
  }

  #takeAuthor(post: Json, where: string): void {
    const author = authorOf(post)
    if (!author || leftOutAs(post) !== undefined) return
    if (post['props'] && (post['props'] as Json)['from_bot'] === 'true') this.wroteAsBot.add(author.id)
    if (this.names.has(author.id)) return
    this.names.set(author.id, author.name)
    this.unlisted.set(author.id, { ...author, where })
  }

  /** Somebody who never looked at a conversation does not expect to find all of it unread. */
  #view(place: string, personId: string, at: number | undefined): void {
    const user = this.users.get(personId)?.record
    if (at === undefined || at <= 0 || !user || (numberAt(user, 'delete_at') ?? 0) > 0) return
    const viewers = this.viewers.get(place)
    if (viewers) viewers.push({ personId, at })
    else this.viewers.set(place, [{ personId, at }])
  }
}

const firstReply = (replies: readonly Json[]): number =>
  replies.reduce((first, reply) => Math.min(first, timeOf(reply) ?? first), Number.POSITIVE_INFINITY)

/** Tells a thread from others with the same first words. */
export const threadKey = (place: string, post: Json): string =>
  `${nearlyId(place, post)} ${firstReply(objectsAt(post, 'replies'))}`

/** The first words of the post, of its file, or of its first reply. */
export function threadWords(post: Json): string {
  const file = textAt(objectsAt(post, 'attachments')[0] ?? {}, 'path')
  const texts = [withStars(textAt(post, 'message')), file.slice(file.lastIndexOf('/') + 1)]
  const words = texts.map(firstWords).find((found) => found !== '')
  return words ?? `Thread of ${new Date(timeOf(post) ?? 0).toISOString().slice(0, 10)}`
}
