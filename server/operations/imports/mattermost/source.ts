import { basename } from 'node:path'
import { numberAt, objectsAt, textAt, textsAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { DistinctNames, MAX_CHANNEL_NAME_LENGTH, storable } from '../chats/names.ts'
import { splitLong } from '../chats/split-long.ts'
import type { ImportReport } from '../report.ts'
import type {
  ImportSource,
  OpenSource,
  SourceChannel,
  SourceEmoji,
  SourceFile,
  SourceFolder,
  SourceMark,
  SourceMessage,
  SourcePerson,
  SourceReactionRow,
  SourceSubscription,
} from '../source.ts'
import { MattermostExport } from './export.ts'
import { MattermostLists, REST, threadKey, threadWords } from './lists.ts'
import { authorOf, mattermostBot, mattermostPerson, unlistedPerson } from './people.ts'
import { type Channel, channelNames } from './places.ts'
import { contentOf, leftOutAs, nearlyId, placeKey, placeOf, reactionsOf, timeOf } from './posts.ts'
import { type MattermostNames, mattermostParts } from './text.ts'

/** Opens a bulk export and reads all of it once, so that a damaged one is refused before anything is written. */
export const openMattermost: OpenSource = async (path, { report }) => {
  const found = await MattermostExport.open(path)
  try {
    const lists = new MattermostLists(report)
    await lists.read(found)
    return new MattermostSource(found, lists, report)
  } catch (error) {
    found.archive.close()
    throw error
  }
}

/** A post and its replies, and where they are. */
interface Thread {
  readonly place: NonNullable<ReturnType<typeof placeOf>>
  readonly key: string
  readonly root: Json
  readonly posts: readonly { readonly id: string; readonly post: Json; readonly where: string }[]
}

class MattermostSource implements ImportSource {
  readonly format = 'mattermost'
  /** An export has no name of its server, and none of its names is the same for ever. */
  readonly identity = 'mattermost'
  readonly name: string
  readonly #export: MattermostExport
  readonly #lists: MattermostLists
  readonly #report: ImportReport
  readonly #channelNames: ReadonlyMap<string, string>
  readonly #customEmoji: ReadonlySet<string>

  constructor(found: MattermostExport, lists: MattermostLists, report: ImportReport) {
    this.#export = found
    this.#lists = lists
    this.#report = report
    this.name = basename(found.archive.path)
    this.#channelNames = channelNames(lists.channels.values(), lists.teams)
    this.#customEmoji = new Set(lists.emoji.keys())
  }

  async *people(): AsyncGenerator<SourcePerson> {
    const { users, bots, wroteAsBot, unlisted } = this.#lists
    for (const [id, { record, where }] of users) {
      if (bots.has(id)) continue
      const image = textAt(record, 'profile_image')
      const avatar = image === '' ? null : this.#file(image, where)
      yield mattermostPerson(record, where, wroteAsBot.has(id), avatar)
    }
    for (const { record, where } of bots.values()) yield mattermostBot(record, where)
    for (const author of unlisted.values()) {
      const person = unlistedPerson(author)
      yield wroteAsBot.has(author.id) ? { ...person, isBot: true, isActive: true } : person
    }
  }

  async *folders(): AsyncGenerator<SourceFolder> {
    const names = new DistinctNames(MAX_CHANNEL_NAME_LENGTH)
    for (const { id, where, name, description } of this.#lists.teams.values())
      yield { id, where, name: names.take(name), description }
  }

  async *channels(): AsyncGenerator<SourceChannel> {
    const isOnlyTeam = this.#lists.teams.size === 1
    for (const channel of this.#lists.channels.values()) {
      yield {
        id: channel.id,
        where: channel.where,
        name: this.#channelNames.get(channel.id)!,
        description: mattermostParts(channel.description, this.#names(channel.team)),
        inviteOnly: channel.isPrivate || this.#isOfClosedTeam(channel),
        isArchived: channel.isArchived,
        isDefault: isOnlyTeam && channel.word === 'town-square',
        ...(this.#lists.teams.has(channel.team) ? { folderId: channel.team } : {}),
      }
    }
  }

  /** Public channels of a team that others cannot join are hidden from them. */
  #isOfClosedTeam({ team }: Channel): boolean {
    const { teams, teamMembers, users } = this.#lists
    if (teams.get(team)?.isOpen ?? true) return false
    const members = teamMembers.get(team)
    return [...users].some(([id, { record }]) => (numberAt(record, 'delete_at') ?? 0) === 0 && !members?.has(id))
  }

  async *subscriptions(): AsyncGenerator<SourceSubscription> {
    for (const { personId, channelId, where, isMuted, isPinned } of this.#lists.memberships)
      yield { where, personId, channelId, isMuted, pinToTop: isPinned }
  }

  async *emoji(): AsyncGenerator<SourceEmoji> {
    for (const [name, { image, where }] of this.#lists.emoji)
      yield { id: name, where, name, picture: this.#file(image, where) }
  }

  async *messages(): AsyncGenerator<SourceMessage> {
    for await (const thread of this.#threads()) {
      const { place, key, root, posts } = thread
      const names = this.#names(textAt(root, 'team').toLowerCase())
      const topic = posts.length > 1 ? this.#lists.threads.nameOf(key, threadWords(root), threadKey(key, root)) : REST
      if ('people' in place && posts.length > 1) this.#report.leftOut('threads of direct messages', posts[0]!.where)
      const to = 'people' in place ? place : { ...place, topic, ...besideFirst(posts) }
      for (const { id, post, where } of posts) {
        const message = this.#message(post, where, names, key)
        if (message) yield* splitLong({ ...message, id, to })
      }
    }
  }

  async *reactions(): AsyncGenerator<SourceReactionRow> {
    const [customEmoji, report] = [this.#customEmoji, this.#report]
    for await (const { posts } of this.#threads())
      for (const { id, post, where } of posts)
        if (leftOutAs(post) === undefined) yield* reactionsOf(post, { id, where, customEmoji, report })
  }

  async close(): Promise<void> {
    this.#export.archive.close()
  }

  /** Posts with their replies. */
  async *#threads(): AsyncGenerator<Thread> {
    const counts = new Map<string, number>()
    for await (const { type, record, where } of this.#export.rows(this.#report)) {
      if (type !== 'post' && type !== 'direct_post') continue
      const place = placeOf(type, record)
      if (!place) {
        this.#report.skip(where, 'it does not say where it was posted')
        continue
      }
      const key = placeKey(place)
      const posts = [record, ...objectsAt(record, 'replies')].map((post, index) => {
        const nearly = nearlyId(key, post)
        const count = (counts.get(nearly) ?? 0) + 1
        if (this.#lists.ambiguous.has(nearly)) counts.set(nearly, count)
        return {
          id: count === 1 ? nearly : `${nearly}/${count}`,
          post,
          where: index === 0 ? where : `${where}, reply ${index}`,
        }
      })
      yield { place, key, root: record, posts }
    }
  }

  #message(post: Json, where: string, names: MattermostNames, place: string): Omit<SourceMessage, 'id' | 'to'> | null {
    const left = leftOutAs(post)
    const [author, time] = [authorOf(post), timeOf(post)]
    if (left !== undefined) this.#report.leftOut(left, where)
    else if (time === undefined) this.#report.skip(where, 'it has no time')
    else if (!author) this.#report.skip(where, 'it does not say who wrote it')
    if (left !== undefined || time === undefined || !author) return null
    const fileAt = (path: string, at: string) => this.#file(path, at)
    const content = contentOf(post, { where, names, senderId: author.id, fileAt })
    if (content.length === 0) {
      this.#report.leftOut('messages without a text', where)
      return null
    }
    if (post['is_pinned'] === true) this.#report.leftOut('pins', where)
    const edited = numberAt(post, 'edit_at') ?? 0
    return {
      where,
      senderId: author.id,
      sentAt: time / 1000,
      content,
      client: 'Mattermost',
      // An export has only the newest text, so the history shows the same one.
      ...(edited > 0 ? { edits: [{ personId: author.id, at: edited / 1000, previousContent: content }] } : {}),
      marks: this.#marks(post, place, time, author.id),
    }
  }

  #marks(post: Json, place: string, time: number, senderId: string): readonly SourceMark[] {
    const starred = textsAt(post, 'flagged_by').map((name) => ({ personId: name.toLowerCase(), starred: true }))
    const unread = (this.#lists.viewers.get(place) ?? [])
      .filter(({ personId, at }) => at < time && personId !== senderId)
      .map(({ personId }) => ({ personId, unread: true }))
    return [...starred, ...unread]
  }

  #names(team: string): MattermostNames {
    return {
      person: (username) => this.#lists.names.get(username),
      channel: (word) => {
        const name = this.#channelNames.get(`${team}:${word}`)
        return name === undefined ? undefined : { id: `${team}:${word}`, name }
      },
    }
  }

  #file(path: string, where: string): SourceFile {
    const place = this.#export.fileAt(path)
    return {
      id: path,
      where: `${where}, ${path}`,
      name: storable(path.slice(path.lastIndexOf('/') + 1)) || 'file',
      type: null,
      size: place === undefined ? null : (this.#export.archive.sizeOf(place) ?? null),
      open: async () => (place === undefined ? null : this.#export.archive.open(place)),
    }
  }
}

/** The first reply decides where a thread is: its first message may have been in the rest when it had no reply yet. */
function besideFirst([, ...replies]: Thread['posts']): { besideId?: string } {
  const times = replies.map(({ post }) => timeOf(post) ?? Number.POSITIVE_INFINITY)
  const first = replies[times.indexOf(times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY))]
  return first ? { besideId: first.id } : {}
}
