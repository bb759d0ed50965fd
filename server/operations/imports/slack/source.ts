import { basename } from 'node:path'
import type { Archive } from '../archive/archive.ts'
import { isTrue, objectAt, objectsAt, textAt } from '../archive/fields.ts'
import { openArchive } from '../archive/open-archive.ts'
import type { Json } from '../archive/read-json.ts'
import { cutTo, DistinctNames, MAX_CHANNEL_NAME_LENGTH } from '../chats/names.ts'
import { plainText } from '../chats/parts.ts'
import { splitLong } from '../chats/split-long.ts'
import type { ImportReport } from '../report.ts'
import type {
  ImportSource,
  OpenSource,
  SourceChannel,
  SourceMessage,
  SourcePerson,
  SourceReactionRow,
  SourceSubscription,
  SourceText,
} from '../source.ts'
import { type DayMessage, readDays } from './days.ts'
import { readExport, type SlackConversation, type SlackExport } from './export.ts'
import { type FetchFile, fetchesFiles } from './fetch-file.ts'
import { contentOf, editsOf, leftOutAs, reactionsOf, threadOf } from './message.ts'
import {
  authorOf,
  isBotUser,
  nameOfUser,
  slackPerson,
  type UnlistedAuthor,
  unlistedPerson,
  workspaceOf,
} from './people.ts'
import { type SlackNames, slackParts } from './text.ts'
import { REST, Threads } from './threads.ts'

/** The rest of a description is cut. With longer names of channels in it, it must still fit. */
const MAX_DESCRIPTION_LENGTH = 900

/** Opens an export of Slack and reads all of it once, so that a damaged one is refused before anything is written. */
export const openSlack: OpenSource = async (path, { report, fetchFiles, outgoing }) => {
  const archive = await openArchive(path, 'an export of Slack')
  try {
    const lists = await readExport(archive, report)
    const fetchFile = fetchFiles && outgoing ? fetchesFiles(outgoing, report) : null
    const source = new SlackSource(archive, lists, fetchFile, report)
    await source.readAuthors()
    return source
  } catch (error) {
    archive.close()
    throw error
  }
}

class SlackSource implements ImportSource {
  readonly format = 'slack'
  readonly identity: string
  readonly name: string
  readonly #archive: Archive
  readonly #lists: SlackExport
  readonly #fetchFile: FetchFile | null
  readonly #report: ImportReport
  readonly #people = new Map<string, string>()
  /** The users of bots, by the ids of the bots. */
  readonly #botUsers = new Map<string, string>()
  readonly #unlisted = new Map<string, UnlistedAuthor>()
  readonly #channels = new Map<string, string>()
  readonly #names: SlackNames

  constructor(archive: Archive, lists: SlackExport, fetchFile: FetchFile | null, report: ImportReport) {
    this.#archive = archive
    this.#lists = lists
    this.#fetchFile = fetchFile
    this.#report = report
    this.name = basename(archive.path)
    for (const { record } of lists.users) {
      this.#people.set(textAt(record, 'id'), nameOfUser(record))
      const bot = textAt(objectAt(record, 'profile'), 'bot_id')
      if (bot !== '' && isBotUser(record)) this.#botUsers.set(bot, textAt(record, 'id'))
    }
    const names = new DistinctNames(MAX_CHANNEL_NAME_LENGTH)
    for (const { id, kind, record } of lists.conversations)
      if (kind !== 'direct') this.#channels.set(id, names.take(textAt(record, 'name') || id))
    this.#names = { person: (id) => this.#people.get(id), channel: (id) => this.#channels.get(id) }
    this.identity = identityOf(lists)
  }

  /** Finds those who wrote but are in no list. Reports every broken message. */
  async readAuthors(): Promise<void> {
    for (const conversation of this.#lists.conversations)
      for await (const { message, where } of readDays(this.#archive, conversation, this.#report)) {
        const author = authorOf(message, this.#botUsers)
        if (!author || leftOutAs(message) !== undefined) continue
        if (this.#people.has(author.id)) continue
        this.#people.set(author.id, author.name)
        this.#unlisted.set(author.id, { ...author, where })
      }
  }

  async *people(): AsyncGenerator<SourcePerson> {
    for (const { record, where } of this.#lists.users) yield slackPerson(record, where, this.#fetchFile)
    for (const author of this.#unlisted.values()) yield unlistedPerson(author)
  }

  async *channels(): AsyncGenerator<SourceChannel> {
    for (const { id, kind, where, record } of this.#lists.conversations) {
      if (kind === 'direct') continue
      for (const pin of objectsAt(record, 'pins')) this.#report.leftOut('pins', `${where} ${textAt(pin, 'id')}`)
      const [creatorId, createdAt] = [textAt(record, 'creator'), record['created']]
      yield {
        id,
        where,
        name: this.#channels.get(id)!,
        description: this.#description(record),
        ...(creatorId === '' ? {} : { creatorId }),
        ...(typeof createdAt === 'number' ? { createdAt } : {}),
        inviteOnly: kind === 'private',
        isArchived: isTrue(record, 'is_archived'),
        isDefault: isTrue(record, 'is_general'),
      }
    }
  }

  #description(record: Json): SourceText {
    const texts = ['purpose', 'topic']
      .map((name) => textAt(objectAt(record, name), 'value'))
      .filter((text) => text !== '')
    return slackParts(cutTo([...new Set(texts)].join(' – '), MAX_DESCRIPTION_LENGTH), this.#names)
  }

  async *subscriptions(): AsyncGenerator<SourceSubscription> {
    for (const { id, kind, members, where } of this.#lists.conversations)
      if (kind !== 'direct') for (const personId of new Set(members)) yield { where, personId, channelId: id }
  }

  async *messages(): AsyncGenerator<SourceMessage> {
    for (const conversation of this.#lists.conversations) {
      const threads = conversation.kind === 'direct' ? null : await this.#threadsOf(conversation)
      for await (const found of readDays(this.#archive, conversation, this.#report)) {
        const message = this.#message(conversation, found, threads)
        if (message) yield* splitLong(message)
      }
    }
  }

  async *reactions(): AsyncGenerator<SourceReactionRow> {
    const [names, report] = [this.#names, this.#report]
    for (const conversation of this.#lists.conversations)
      for await (const { message, time, where } of readDays(this.#archive, conversation, report))
        if (leftOutAs(message) === undefined)
          yield* reactionsOf(message, { id: `${conversation.id}/${time}`, where, names, report })
  }

  async close(): Promise<void> {
    this.#archive.close()
  }

  #message(conversation: SlackConversation, found: DayMessage, threads: Threads | null): SourceMessage | null {
    const { message, time, where } = found
    const left = leftOutAs(message)
    if (left !== undefined) {
      this.#report.leftOut(left, where)
      return null
    }
    const author = authorOf(message, this.#botUsers)
    if (!author) {
      this.#report.skip(where, 'it does not say who wrote it')
      return null
    }
    const content = this.#content(found, author.id)
    if (content.length === 0) {
      this.#report.leftOut('messages without a text', where)
      return null
    }
    const thread = threadOf(message) ?? (threads?.has(time) ? time : undefined)
    if (thread !== undefined && !threads)
      this.#report.leftOut('threads of direct messages', `${conversation.id} ${thread}`)
    const edits = editsOf(message, content)
    return {
      id: `${conversation.id}/${time}`,
      where,
      senderId: author.id,
      sentAt: Number(time),
      to: threads ? placeIn(conversation.id, thread, threads) : { people: peopleIn(conversation, author.id) },
      content,
      client: 'Slack',
      ...(edits.length > 0 ? { edits } : {}),
    }
  }

  #content({ message, where }: DayMessage, senderId: string): SourceText {
    const context = { where, senderId, names: this.#names, fetchFile: this.#fetchFile, report: this.#report }
    return contentOf(message, context)
  }

  /** The names of the threads of a channel, which later days can refer to. */
  async #threadsOf(conversation: SlackConversation): Promise<Threads> {
    const threads = new Threads(conversation.id)
    await this.#readThreads(conversation, threads, ({ message }) => threadOf(message))
    const { withoutRoot } = threads
    if (withoutRoot.size > 0)
      await this.#readThreads(conversation, threads, ({ time }) => (withoutRoot.has(time) ? time : undefined))
    return threads
  }

  async #readThreads(
    conversation: SlackConversation,
    threads: Threads,
    threadIn: (found: DayMessage) => string | undefined,
  ): Promise<void> {
    for await (const found of readDays(this.#archive, conversation, this.#report)) {
      const thread = threadIn(found)
      if (thread === undefined || leftOutAs(found.message) !== undefined) continue
      const author = authorOf(found.message, this.#botUsers)
      if (author) threads.add(thread, found.time, () => plainText(this.#content(found, author.id)))
    }
  }
}

function placeIn(channelId: string, thread: string | undefined, threads: Threads): SourceMessage['to'] {
  if (thread === undefined) return { channelId, topic: REST }
  const first = threads.firstReplyOf(thread)
  return { channelId, topic: threads.topicOf(thread), ...(first ? { besideId: `${channelId}/${first}` } : {}) }
}

/** Everybody in the conversation. An export of one person's messages may not list the others. */
const peopleIn = ({ members }: SlackConversation, senderId: string): readonly string[] => [
  ...new Set([...members, senderId]),
]

/** The workspace, or what every export of it has: its oldest channel. */
function identityOf({ users, conversations }: SlackExport): string {
  const workspace = workspaceOf(users.map(({ record }) => record))
  const channels = conversations.filter(({ kind }) => kind === 'public')
  const general = channels.find(({ record }) => isTrue(record, 'is_general')) ?? channels[0]
  return workspace ?? general?.id ?? textAt(users[0]?.record ?? {}, 'id')
}
