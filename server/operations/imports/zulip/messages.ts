import type { ArchiveFolder } from '../archive/open-folder.ts'
import { readText, type TextNames } from '../narrow-text.ts'
import { reactionOf } from '../parley/messages.ts'
import type { SourceEdit, SourceMark, SourceMessage, SourceReactionRow } from '../source.ts'
import { idOf, isRow, numberOf, type Row, textOf } from '../values.ts'
import { readJson, type Tables } from './tables.ts'

/** Bits of what a person has of a message. */
const FLAG = { read: 1, starred: 2, collapsed: 4 } as const
const HISTORICAL = 1 << 10

const RECIPIENT = { person: 1, channel: 2, group: 3 } as const

export class Messages {
  readonly #folder: ArchiveFolder
  readonly #tables: Tables
  readonly #names: TextNames
  readonly #recipients = new Map<number, { type: number; id: string }>()
  readonly #clients = new Map<number, string>()

  constructor(folder: ArchiveFolder, tables: Tables, names: TextNames) {
    this.#folder = folder
    this.#tables = tables
    this.#names = names
    for (const row of tables.all('zerver_recipient'))
      this.#recipients.set(Number(row['id']), { type: Number(row['type']), id: `${row['type_id']}` })
    for (const row of tables.all('zerver_client')) this.#clients.set(Number(row['id']), textOf(row['name']) ?? '')
  }

  /** File by file. Each has a thousand messages with what people have of them. */
  async *all(): AsyncGenerator<SourceMessage> {
    const { report } = this.#tables
    for (const name of (await this.#folder.list('.')).filter((one) => /^messages-\d+\.json$/.test(one))) {
      const content = (await readJson(this.#folder, name)) as Row | undefined
      const rows = content?.['zerver_message']
      if (!Array.isArray(rows)) {
        report.skip(name, 'the file is damaged')
        continue
      }
      const received = Map.groupBy(rowsIn(content!['zerver_usermessage']), (row) => idOf(row['message']))
      for (const [index, row] of (rows as unknown[]).entries()) {
        const message = this.#message(row as Row, received, name, index)
        if (message) yield message
      }
    }
  }

  #message(
    row: Row | null,
    received: ReadonlyMap<string | undefined, readonly Row[]>,
    file: string,
    index: number,
  ): SourceMessage | undefined {
    const id = idOf(row?.['id'])
    const where = `${file}, ${id === undefined ? `row ${index + 1}` : `message ${id}`}`
    const [senderId, sentAt, content] = [idOf(row?.['sender']), numberOf(row?.['date_sent']), textOf(row?.['content'])]
    if (!row || id === undefined || senderId === undefined || sentAt === undefined || content === undefined) {
      this.#tables.report.skip(where, 'the message has no id, sender, time or text')
      return undefined
    }
    const to = this.recipients(row['recipient'], senderId, textOf(row['subject']) ?? '')
    if (!to) {
      this.#tables.report.skip(where, 'its recipient is not there')
      return undefined
    }
    const own = received.get(id) ?? []
    const client = this.#clients.get(Number(row['sending_client']))
    const text = 'channelId' in to && to.channelId === '' ? [] : readText(content, this.#names)
    const edits = this.#edits(row['edit_history'], where)
    return {
      id,
      where,
      senderId,
      sentAt,
      to,
      content: text,
      ...(client && { client }),
      ...(edits.length > 0 && { edits }),
      marks: own.flatMap(markOf),
      receivedBy: own.flatMap((one) =>
        (numberOf(one['flags_mask']) ?? 0) & HISTORICAL ? [] : (idOf(one['user_profile']) ?? []),
      ),
    }
  }

  recipients(recipient: unknown, senderId: string, topic: string): SourceMessage['to'] | undefined {
    const found = this.#recipients.get(Number(recipient))
    if (!found) return undefined
    if (found.type === RECIPIENT.channel) return { channelId: found.id, topic }
    if (found.type === RECIPIENT.person) return { people: [senderId, found.id] }
    const people = this.#tables.groupConversations.get(Number(recipient))
    return people && { people: [senderId, ...people] }
  }

  /** A text of JSON, the newest change first. */
  #edits(history: unknown, where: string): SourceEdit[] {
    if (typeof history !== 'string' || history === '') return []
    let entries: unknown
    try {
      entries = JSON.parse(history)
    } catch {
      this.#tables.report.leftOut('damaged edit histories', where)
      return []
    }
    return rowsIn(entries)
      .toReversed()
      .flatMap((entry) => {
        const at = numberOf(entry['timestamp'])
        if (at === undefined) return []
        const content = textOf(entry['prev_content'])
        const topic = textOf(entry['prev_topic']) ?? textOf(entry['prev_subject'])
        const channel = idOf(entry['prev_stream'])
        return [
          {
            personId: idOf(entry['user_id']) ?? null,
            at,
            ...(content !== undefined && { previousContent: readText(content, this.#names) }),
            ...(topic !== undefined && { previousTopic: topic }),
            ...(channel !== undefined && { previousChannelId: channel }),
          },
        ]
      })
  }

  async *reactions(): AsyncGenerator<SourceReactionRow> {
    for await (const { row, where } of this.#tables.stream('zerver_reaction')) {
      const reaction = reactionOf(row['message'], row['user_profile'], row, where)
      if (reaction) yield reaction
      else this.#tables.report.skip(where, 'the reaction has no message, person or emoji')
    }
  }
}

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

function markOf(row: Row): SourceMark[] {
  const [personId, flags] = [idOf(row['user_profile']), numberOf(row['flags_mask']) ?? FLAG.read]
  const [unread, starred, collapsed] = [!(flags & FLAG.read), !!(flags & FLAG.starred), !!(flags & FLAG.collapsed)]
  return personId !== undefined && (unread || starred || collapsed) ? [{ personId, unread, starred, collapsed }] : []
}
